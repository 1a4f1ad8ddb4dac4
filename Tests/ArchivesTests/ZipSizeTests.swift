import Archives
import Glibc
import Testing

@Suite(.timeLimit(.minutes(5))) struct ZipSizeTests {
  @Test(.enabled(if: Python.isInstalled, "python3 is not installed"))
  func `an entry above 4 GiB and those behind it are read by another reader`() throws {
    let size = Int64(4) << 30 + 5
    try withFile([]) { path in
      let descriptor = open(path, O_WRONLY)
      try #require(descriptor >= 0)
      defer { close(descriptor) }
      var writer = try ArchiveWriter(format: .zip()) { bytes in
        // What is larger than the gathered pieces is the file's zeros: a hole in the output.
        let isHole = bytes.count > ArchiveLimits().outputBytes
        let isWritten =
          isHole
          ? lseek(descriptor, off_t(bytes.count), SEEK_CUR) >= 0
          : write(descriptor, bytes.baseAddress, bytes.count) == bytes.count
        try #require(isWritten)
      }
      var left = size
      let large = ArchiveEntryHeader(
        path: try ArchivePath("large"), kind: .file(size: size), isCompressible: false)
      try writer.add(large) { buffer in
        let count = Int(min(left, Int64(buffer.count)))
        // The buffer is the same each time.
        if left == size { buffer.initializeMemory(as: UInt8.self, repeating: 0) }
        left -= Int64(count)
        return count
      }
      try writer.add("behind", [1, 2, 3])
      try writer.finish()
      let script = """
        print([(i.filename, i.file_size, i.compress_size) for i in zip.infolist()])
        print(zip.read('behind'), len(zip.open('large').read(1000)))
        """
      let lines = try Python.read(path: path, script)
      #expect(
        lines == [
          "[('large', 4294967301, 4294967301), ('behind', 3, 5)]",
          #"b'\x01\x02\x03' 1000"#,
        ])
    }
  }
}
