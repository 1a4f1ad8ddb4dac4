#if !canImport(Darwin)
  import Glibc

  /// Functions of the system's library that its module does not show.
  enum LibraryFunction {
    /// The function called `name`, which must have the type `Function`; `nil` where the library has none.
    static func find<Function>(_ name: String, _ type: Function.Type) -> Function? {
      // A null handle searches what the program is linked with (dlsym(3), RTLD_DEFAULT).
      guard let address = dlsym(nil, name) else { return nil }
      return unsafeBitCast(address, to: type)
    }
  }
#endif
