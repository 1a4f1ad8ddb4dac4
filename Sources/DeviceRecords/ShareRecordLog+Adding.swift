public import AttachmentIntake
public import IntakeModel
import ShareContract
public import UniformTypes

extension ShareRecordLog {
  /// Asks a pipeline to record a batch into this log; `nil` while the log is off.
  ///
  /// - Parameters:
  ///   - registry: Knows the types of the app: what nobody knows could be part of a name, and stays out.
  ///   - report: Called where a record could not be added, which changes nothing of the batch.
  public func recording(
    in registry: TypeRegistry = .standard,
    report: @escaping @Sendable (IntakeError) -> Void = { _ in }
  ) -> ShareRecording? {
    guard isOn else { return nil }
    return ShareRecording { record in
      do throws(IntakeError) {
        try add(record, in: registry)
      } catch {
        report(error)
      }
    }
  }

  /// Adds a record, on disk when this returns. What is the oldest makes room.
  ///
  /// - Returns: Whether it was added: not while the log is off.
  /// - Throws: `IntakeError` with code `writeFailed`; a record of more than 1 MiB, or a quarter of the log, is
  ///   not added.
  /// - Complexity: O(*n*) in the number of files.
  @discardableResult
  public func add(
    _ record: ShareRecord, in registry: TypeRegistry = .standard
  ) throws(IntakeError) -> Bool {
    let line = record.jsonLine(in: registry)
    let most = min(ByteCount.mebibytes(1), ByteCount(bytes: limits.size.bytes / 4))
    guard line.count <= most.bytes else {
      throw IntakeError(
        .writeFailed, at: .retention,
        "a record of \(ByteCount.bytes(line.count)) has no place in a log where one may have "
          + "\(most)")
    }
    do throws(RecordFileError) {
      guard let folder = try RecordFolder(path) else { return false }
      return try add(line, to: folder)
    } catch {
      throw Self.notWritten(error)
    }
  }

  private func add(_ line: [UInt8], to folder: borrowing RecordFolder) throws(RecordFileError)
    -> Bool
  {
    // Another process may remove the file between the choice and the writing, if it writes that much; it cannot
    // go on for ever.
    for _ in 0..<16 {
      var files = try folder.files()
      let share = limits.size.bytes / Int64(limits.files)
      let last = files.last.flatMap { $0.size + Int64(line.count) <= share ? $0 : nil }
      let name = last?.name ?? RecordFolder.newName(after: files.last?.name)
      if last == nil { files.append((name, 0)) }
      try makeRoom(for: line.count, &files, in: folder)
      guard let file = try folder.file(name, creates: last == nil) else { continue }
      try file.append(line)
      if file.isLinked { return true }
    }
    return false
  }

  /// Removes the oldest files, but never the last.
  private func makeRoom(
    for count: Int, _ files: inout [(name: String, size: Int64)], in folder: borrowing RecordFolder
  ) throws(RecordFileError) {
    var total = files.reduce(Int64(count)) { $0 + $1.size }
    while files.count > 1, total > limits.size.bytes || files.count > limits.files {
      total -= files[0].size
      try folder.remove(files.removeFirst().name)
    }
  }
}
