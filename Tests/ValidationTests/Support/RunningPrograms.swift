import Glibc
import IntakeTesting

/// Looks at processes and descriptors from outside.
enum RunningPrograms {
  /// The children of this process whose program has this name, zombies among them.
  static func children(named name: String) -> [Int32] {
    entries(of: "/proc").compactMap { Int32($0) }.filter { process in
      // proc_pid_stat(5): the number, the name in brackets, the state, the parent.
      guard let text = text(of: "/proc/\(process)/stat"), let end = text.lastIndex(of: ")") else {
        return false
      }
      let fields = text[end...].split(separator: " ")
      return text.contains("(\(name))") && fields.count > 2 && fields[2] == "\(getpid())"
    }
  }

  /// The value of a field of `/proc/…/status`.
  static func status(of process: Int32, _ field: String) -> String? {
    text(of: "/proc/\(process)/status")?.split(separator: "\n").first { $0.hasPrefix(field + ":") }
      .map { $0.dropFirst(field.count + 1).filter { !$0.isWhitespace } }
  }

  /// How many descriptors of this process are sockets, or files below `folder`.
  static func descriptors(below folder: String) -> Int {
    entries(of: "/proc/self/fd").count { number in
      guard let target = target(of: "/proc/self/fd/\(number)") else { return false }
      return target.hasPrefix("socket:") || target.hasPrefix(folder)
    }
  }

  private static func entries(of folder: String) -> [String] {
    guard let stream = opendir(folder) else { return [] }
    defer { closedir(stream) }
    var names: [String] = []
    while let entry = readdir(stream) {
      let name = withUnsafeBytes(of: &entry.pointee.d_name) { bytes in
        String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
      }
      names.append(name)
    }
    return names
  }

  static func target(of link: String) -> String? {
    var buffer = [CChar](repeating: 0, count: Int(PATH_MAX))
    let count = readlink(link, &buffer, buffer.count)
    guard count > 0 else { return nil }
    return String(decoding: buffer[..<count].map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }

  private static func text(of path: String) -> String? {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { return nil }
    defer { close(descriptor) }
    var bytes = [UInt8](repeating: 0, count: 8192)
    let count = read(descriptor, &bytes, bytes.count)
    return count < 0 ? nil : String(decoding: bytes[..<count], as: UTF8.self)
  }
}
