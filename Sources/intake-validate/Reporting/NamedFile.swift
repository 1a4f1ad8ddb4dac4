import UniformTypes

#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// A file that a person named, open for reading.
struct NamedFile {
  let path: String
  /// Negative where it cannot be opened.
  let descriptor: Int32
  /// Why there is no content to read, such as "no such file"; `nil` for a file that is open.
  let fault: String?

  init(opening path: String) {
    self.path = path
    // Without O_NONBLOCK a named pipe would hold the program until somebody writes to it.
    descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    fault = Self.fault(of: descriptor, errno)
  }

  private static func fault(of descriptor: Int32, _ number: Int32) -> String? {
    guard descriptor >= 0 else {
      return number == ENOENT ? "no such file" : String(cString: strerror(number))
    }
    var status = stat()
    guard fstat(descriptor, &status) == 0 else { return String(cString: strerror(errno)) }
    return switch status.st_mode & S_IFMT {
    case S_IFREG: nil
    case S_IFDIR: "is a folder; name the files in it"
    default: "is no file"
    }
  }

  func close() {
    if descriptor >= 0 { closeDescriptor(descriptor) }
  }

  /// What the first bytes tell, and the name where they tell nothing.
  var type: TypeIdentifier? {
    var prefix = [UInt8](repeating: 0, count: ContentSignature.prefixLength)
    let count = pread(descriptor, &prefix, prefix.count, 0)
    guard count > 0 else { return nil }
    let bytes = Array(prefix[..<count])
    if let type = ContentSignature.identify(prefix: bytes) { return type }
    let name = path.split(separator: "/").last ?? ""
    if let dot = name.lastIndex(of: "."), dot != name.startIndex {
      let ending = String(name[name.index(after: dot)...])
      let type = TypeRegistry.standard.type(filenameExtension: ending)
      if !type.isDynamic, type != "public.data" { return type }
    }
    return ContentSignature.looksLikeText(prefix: bytes) ? "public.plain-text" : nil
  }
}

/// `close(2)`, by a name that the method does not hide.
private func closeDescriptor(_ descriptor: Int32) { _ = close(descriptor) }
