public import IntakeModel

/// What became of a device log, and what it lacks.
public struct DeviceLogSummary: Sendable, Hashable {
  /// What the log was read as.
  public var kind: DeviceLogKind
  /// How many lines there were.
  public var lines = 0
  /// How many of them were kept, in part.
  public var kept = 0
  /// How many of what were dropped.
  public var dropped: [Dropped: Int] = [:]
  /// Where time passed without a line; the first ones, see ``omittedGaps``.
  public var gaps: [Gap] = []
  /// How many more gaps there are.
  public var omittedGaps = 0
  /// How many values the system itself had replaced by `<private>`.
  public var systemRedactions = 0
  /// How many lines are older than the one before.
  public var outOfOrder = 0
  /// How many lines the system says that it lost, as far as it says.
  public var lostEvents = 0
  /// Why the end is missing; `nil` where it is not.
  public var truncation: Truncation?
  /// The first line that could not be read.
  public var firstUnreadable: DocumentPlace?

  /// Makes the summary of a log of this kind, of which no line has been read yet.
  public init(_ kind: DeviceLogKind) { self.kind = kind }

  /// A kind of thing that is not kept.
  public enum Dropped: String, Sendable, CaseIterable, Hashable {
    /// A line of a process or subsystem that is not on the list.
    case otherSource = "other-source"
    /// A line that tells nothing that is kept.
    case otherMessage = "other-message"
    /// A line that is none of its kind.
    case unreadable
    /// A line above the limit.
    case overlong
    /// The text of a message that was kept in part.
    case text
    /// A path of a program.
    case path
    /// The name of a device or a user.
    case name
    /// A number of a process, thread, activity or trace that is not kept, as a pseudonym or otherwise.
    case identifier
    /// An error domain that is not on the list.
    case errorDomain = "error-domain"
    /// Any other part of a line.
    case other
    /// A line beyond the size that is kept.
    case overSize = "over-size"
  }

  /// A time without a line.
  public struct Gap: Sendable, Hashable {
    /// The number of the line before it, from one.
    public var line: Int
    /// How long there was none, in whole milliseconds; more than ``DeviceLogRules/gap``.
    public var duration: Duration
  }

  /// Why a log has no end.
  public enum Truncation: String, Sendable, CaseIterable, Hashable {
    /// The last line is cut.
    case cutLine = "cut-line"
    /// The line that closes the log is missing.
    case noEnd = "no-end"
    /// The line that closes the log counts other lines than there are.
    case wrongCount = "wrong-count"
    /// More was there than may be kept.
    case overSize = "over-size"
  }
}

/// A kind of device log.
public enum DeviceLogKind: String, Sendable, CaseIterable, Hashable {
  /// The pipeline's own records of shares.
  case shareRecords = "share-records"
  /// What `log show --style ndjson` prints.
  case unifiedLog = "unified-log"
  /// Lines of `syslog`, such as `Nov 30 08:14:32 host process[12]: message`.
  case syslog
}
