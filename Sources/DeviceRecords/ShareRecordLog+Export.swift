public import IntakeModel
import ShareContract
public import UniformTypes

extension ShareRecordLog {
  /// What was exported.
  public struct Export: Sendable, Hashable {
    /// How many records the file holds.
    public internal(set) var records = 0
    /// How many lines were left out because they are no records, such as one that was being written when its
    /// process was ended.
    public internal(set) var dropped = 0
    /// The size of the file.
    public internal(set) var size = ByteCount.zero
    /// What was read, and how much of it.
    var files: [String: Int64] = [:]
  }

  /// Writes all records to one file, the oldest first, each on a line: what `intake evidence export --records`
  /// takes. Replaces the file when it is whole.
  ///
  /// Each record is read and written again, so that nothing gets out that is none. Holds one file of the log in
  /// memory.
  ///
  /// - Parameters:
  ///   - path: The file to make.
  ///   - registry: As in ``recording(in:report:)``.
  /// - Throws: `IntakeError` with code `notFound` while the log is off, or `writeFailed`.
  /// - Complexity: O(*n*) in the number of bytes.
  public func export(
    to path: String, in registry: TypeRegistry = .standard
  ) throws(IntakeError) -> Export {
    do throws(RecordFileError) {
      if let export = try write(to: path, registry) { return export }
    } catch {
      throw IntakeError(.writeFailed, at: .retention, "the export \(path): \(error)", cause: error)
    }
    throw IntakeError(
      .notFound, at: .retention, "nothing is recorded at \(self.path); turn the log on first")
  }

  /// - Returns: `nil` while the log is off.
  private func write(
    to path: String, _ registry: TypeRegistry
  ) throws(RecordFileError) -> Export? {
    guard let folder = try RecordFolder(self.path) else { return nil }
    var export = Export()
    let output = try ReplacedFile(path)
    for file in try folder.files() {
      // Somebody else may have written the file, and more than a log ever does.
      guard
        let content = try folder.file(file.name, creates: false)?
          .content(atMost: Int(limits.size.bytes))
      else { continue }
      export.files[file.name] = Int64(content.count)
      for line in content.split(separator: UInt8(ascii: "\n")) {
        guard let record = try? ShareRecord(reading: Array(line)) else {
          export.dropped += 1
          continue
        }
        let bytes = record.jsonLine(in: registry)
        try output.write(bytes)
        export.records += 1
        export.size += .bytes(bytes.count)
      }
    }
    try output.finish()
    return export
  }

  /// Removes what was exported. What came in since stays, with the rest of the file of the log that it came into.
  ///
  /// - Throws: `IntakeError` with code `writeFailed`.
  public func clear(_ export: Export) throws(IntakeError) {
    do throws(RecordFileError) {
      guard let folder = try RecordFolder(path) else { return }
      for file in try folder.files() where export.files[file.name] == file.size {
        try folder.remove(file.name)
      }
    } catch {
      throw Self.notWritten(error)
    }
  }
}
