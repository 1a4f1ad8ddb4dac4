internal import Synchronization

/// What a pipeline has done and is doing. Can be read at any time.
public struct IntakeCounters: Sendable, Hashable {
  /// Attachments that are loading, or loaded and not yet committed.
  public var inFlight = 0
  /// Loads that wait for memory now.
  public var waitingForMemory = 0
  /// Loads that wait now because too many copies hold a descriptor.
  public var waitingForDescriptors = 0
  /// Copies that are complete now, and wait for the commit of their group.
  public var waitingForCommit = 0
  /// Loads that had to wait for memory, ever.
  public var memoryWaits = 0
  /// Bytes of memory that are reserved now.
  public var memoryReserved = ByteCount.zero
  /// The most bytes of memory that were ever reserved.
  public var memoryPeak = ByteCount.zero
  /// Bytes of disk that are granted to running loads.
  public var diskGranted = ByteCount.zero
  /// Attachments that were stored, ever, and their bytes.
  public var stored = 0
  /// The bytes of what was stored, ever.
  public var storedBytes = ByteCount.zero
  /// Attachments that were refused, ever, by reason.
  public var refusals: [IntakeError.Code: Int] = [:]
  /// Commits, ever: each of a group of attachments.
  public var commits = 0

  /// Makes counters that are all zero.
  public init() {}
}

/// The counters of one pipeline as they run.
final class CounterBoard: Sendable {
  private let counters = Mutex(IntakeCounters())

  func update(_ change: (inout IntakeCounters) -> Void) { counters.withLock { change(&$0) } }

  var snapshot: IntakeCounters { counters.withLock { $0 } }
}
