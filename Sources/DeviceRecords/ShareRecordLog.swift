public import IntakeModel
import ShareContract

/// The records of shares on a device, until the app exports them: a folder of a few files that never grows beyond
/// its limits.
///
/// The app switches it on. From then on whoever takes shares in, the app or an extension, adds to it; any number of
/// processes may at once, and each may be ended at any time. It holds what `ShareRecord.jsonLine` writes, and so
/// no content (P10). No lock is held, so that nothing stands in the way of a suspension.
///
///     let log = try ShareRecordLog(inContainerAt: path)
///     try log.turnOn()                             // The app, when the person agrees.
///     options.recording = log.recording()          // The extension: nil while it is off.
///     let export = try log.export(to: file)        // The app; then `intake evidence export --records`.
///     try log.clear(export)
///
/// Its calls read and write files, for a few milliseconds, on the caller's thread.
public struct ShareRecordLog: Sendable {
  /// The folder. There is one while the log is on.
  public let path: String
  /// How much is kept: the oldest records go first.
  public let limits: Limits
  /// What has to be there before the folder is made.
  private let neededPath: String?

  /// How much is kept.
  public struct Limits: Sendable, Hashable {
    /// The most bytes of all files, from 64 KiB to 32 MiB, which is what an export is read with. 4 MiB by default, some
    /// two thousand shares; the oldest go first. Processes that add at the same instant may go beyond it by one
    /// record each, until the next one is added.
    public var size: ByteCount = .mebibytes(4)
    /// The most files, from 2 to 1,000. 16 by default: what is removed at once is one of them.
    public var files = 16

    /// Makes the default limits: 4 MiB in 16 files.
    public init() {}
  }

  /// A log in the folder at `path`, whose parent is there. Touches nothing.
  ///
  /// - Throws: `IntakeError` with code `invalidArgument` for limits outside the ranges of ``Limits``.
  public init(at path: String, limits: Limits = Limits()) throws(IntakeError) {
    try self.init(at: path, beside: nil, limits)
  }

  /// A log beside the copies of a shared container, in its folder `records`. Touches nothing; the container has to be
  /// made before the log is turned on.
  ///
  /// - Throws: `IntakeError` with code `invalidArgument` for limits outside the ranges of ``Limits``.
  public init(
    inContainerAt container: String, limits: Limits = Limits()
  ) throws(IntakeError) {
    // The marker: a folder with a log and without it would be none of a container, and never become one.
    try self.init(at: container + "/records", beside: container + "/container", limits)
  }

  private init(at path: String, beside needed: String?, _ limits: Limits) throws(IntakeError) {
    guard (2...1000).contains(limits.files), limits.size >= .kibibytes(64),
      limits.size <= .mebibytes(32)
    else {
      throw IntakeError(
        .invalidArgument, at: .retention,
        "a log of records has from 2 to 1,000 files and from 64 KiB to 32 MiB, not \(limits.files) files and "
          + "\(limits.size)")
    }
    self.path = path
    self.limits = limits
    neededPath = needed
  }

  /// Whether anything is recorded; false also where the folder cannot be opened.
  public var isOn: Bool { (try? RecordFolder(path)) != nil }

  /// Begins to record. That it is on already is no error.
  ///
  /// - Throws: `IntakeError` with code `containerUnavailable` where the parent folder, or the container, is missing,
  ///   or `writeFailed`.
  public func turnOn() throws(IntakeError) {
    do throws(RecordFileError) {
      try RecordFolder.make(path, beside: neededPath)
    } catch {
      throw IntakeError(
        error.isMissing ? .containerUnavailable : .writeFailed, at: .retention,
        "the folder of records \(path) could not be made (\(error))", cause: error)
    }
  }

  /// Records nothing more, and removes what was recorded. That it is off already is no error.
  ///
  /// - Throws: `IntakeError` with code `writeFailed`.
  public func turnOff() throws(IntakeError) {
    do throws(RecordFileError) {
      guard let folder = try RecordFolder(path) else { return }
      for file in try folder.files() { try folder.remove(file.name) }
      try RecordFolder.remove(path)
    } catch {
      throw Self.notWritten(error)
    }
  }

  static func notWritten(_ error: RecordFileError) -> IntakeError {
    IntakeError(.writeFailed, at: .retention, "the records of shares: \(error)", cause: error)
  }
}
