#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// What a file takes of its disk.
struct FileSpace {
  let size: Int
  let allocated: Int

  init(at path: String) throws {
    var status = stat()
    guard lstat(path, &status) == 0 else { throw Missing(path: path) }
    size = Int(status.st_size)
    allocated = Int(status.st_blocks) * 512
  }

  struct Missing: Error {
    let path: String
  }
}
