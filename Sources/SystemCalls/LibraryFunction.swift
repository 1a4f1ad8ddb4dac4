#if !canImport(Darwin)
  #if canImport(Musl)
    import Musl
  #else
    import Glibc
  #endif

  /// Functions of the system's library that its module does not show, since it is compiled without `_GNU_SOURCE`,
  /// or that not every library has.
  package enum LibraryFunction {
    /// The function called `name`, which must have the type `Function`; `nil` where the library has none.
    package static func find<Function>(_ name: String, _ type: Function.Type) -> Function? {
      // A null handle searches what the program is linked with (dlsym(3), RTLD_DEFAULT).
      guard let address = dlsym(nil, name) else { return nil }
      return unsafeBitCast(address, to: type)
    }
  }
#endif
