import Glibc

/// How many descriptors of this process are open on files at or below `path`, also on removed ones.
func openFiles(below path: String) throws -> Int {
  try Files.names(in: "/proc/self/fd").count { name in
    var target = [CChar](repeating: 0, count: 4096)
    guard readlink("/proc/self/fd/\(name)", &target, target.count - 1) > 0 else { return false }
    return String(decoding: target.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
      .hasPrefix(path)
  }
}
