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

extension TestProgram {
  /// Has writes beyond the limit of a file's size fail, rather than end the process.
  static func ignoreFileSizeSignal() { _ = signal(SIGXFSZ, SIG_IGN) }

  /// Cuts the file at `path` to `size` bytes.
  static func cut(_ path: String, to size: Int) { _ = truncate(path, off_t(size)) }
}
