import DeviceRecords
import IntakeTesting

#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

extension ShareRecord {
  /// A record with so many attachments, each some 150 bytes of its line.
  static func sample(_ number: Int, attachments: Int = 1) -> ShareRecord {
    ShareRecord(
      id: ShareID(milliseconds: Int64(number)), recordedAt: Int64(number), origin: .automated,
      items: [
        .init(
          attachments: Array(
            repeating: AttachmentRecord(
              representations: [RepresentationRecord("public.jpeg", delivery: .file)]),
            count: attachments))
      ])
  }
}

/// This test program, which is started again to write in a process of its own.
enum TestProgram {
  static let path: String? = {
    #if os(Linux)
      var buffer = [CChar](repeating: 0, count: Int(PATH_MAX))
      let count = readlink("/proc/self/exe", &buffer, buffer.count)
      return count > 0
        ? String(decoding: buffer[..<count].map { UInt8(bitPattern: $0) }, as: UTF8.self) : nil
    #else
      return nil
    #endif
  }()

  static func variable(_ name: String) -> String? { getenv(name).map { String(cString: $0) } }

  /// Writes a line by one call, which nothing of the test library's own output can part.
  static func write(line: String) {
    var bytes = Array((line + "\n").utf8)
    _ = systemWrite(STDOUT_FILENO, &bytes, bytes.count)
  }

  /// Has writes beyond the limit of a file's size fail, rather than end the process.
  static func ignoreFileSizeSignal() { _ = signal(SIGXFSZ, SIG_IGN) }

  /// Cuts the file at `path` to `size` bytes.
  static func cut(_ path: String, to size: Int) { _ = truncate(path, off_t(size)) }
}

private func systemWrite(_ file: Int32, _ bytes: UnsafeRawPointer, _ count: Int) -> Int {
  write(file, bytes, count)
}
