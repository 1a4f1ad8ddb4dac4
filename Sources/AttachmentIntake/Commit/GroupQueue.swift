internal import Synchronization

/// Gathers submissions into groups that share one commit.
///
/// A group is due when it is full, when it has waited long enough, or when a batch has nothing to add while
/// it waits. Groups are committed one after the other, by the batches that take part in them: each batch
/// waits here for work while it runs, so that no task has to outlive the calls. Until its turn comes, others
/// join a group that is due and not full: so what is loaded during one commit shares the next, and a commit that
/// takes longer has more in it.
final class GroupQueue: Sendable {
  typealias GroupID = UInt64

  private let limits: Limits
  private let state = Mutex(State())

  /// When a group is due.
  struct Limits: Sendable {
    var count: Int
    var bytes: ByteCount
  }

  struct Group: Sendable {
    let id: GroupID
    var submissions: [Submission] = []
    var bytes: Int64 = 0
    /// Whether it is due although it is not full.
    var isDue = false
  }

  private struct State {
    /// What submissions join.
    var open: Group?
    /// Full, and so due before the open one.
    var full: [Group] = []
    var isCommitting = false
    var lastID: GroupID = 0
    var workers: [(batch: BatchID, waiter: CheckedContinuation<Group?, Never>)] = []

    /// What `waiter` is told after the lock is given up.
    typealias Handover = (waiter: CheckedContinuation<Group?, Never>, group: Group)

    mutating func makeOpenGroupDue() -> Handover? {
      open?.isDue = true
      return handOver()
    }

    mutating func handOver() -> Handover? {
      guard !workers.isEmpty, let group = takeDue() else { return nil }
      return (workers.removeFirst().waiter, group)
    }

    /// The next group to commit, if its turn has come.
    mutating func takeDue() -> Group? {
      guard !isCommitting else { return nil }
      var group: Group?
      if !full.isEmpty {
        group = full.removeFirst()
      } else if open?.isDue == true {
        group = open.take()
      }
      isCommitting = group != nil
      return group
    }
  }

  init(limits: Limits) { self.limits = limits }

  /// Submissions whose commit has not begun.
  var waiting: Int {
    state.withLock { state in
      state.full.reduce(state.open?.submissions.count ?? 0) { $0 + $1.submissions.count }
    }
  }

  /// Adds a submission.
  ///
  /// - Returns: The group that this opened, which somebody has to close in time; `nil` if it joined one.
  func add(_ submission: Submission) -> GroupID? {
    let (opened, handover) = state.withLock { state -> (GroupID?, State.Handover?) in
      let isNew = state.open == nil
      if isNew { state.lastID += 1 }
      var group = state.open.take() ?? Group(id: state.lastID)
      group.submissions.append(submission)
      group.bytes += submission.staged.receipt.size.bytes
      // Moves the group out and back, so that its array is not copied.
      state.open = group
      let isFull = group.submissions.count >= limits.count || group.bytes >= limits.bytes.bytes
      guard isFull else { return (isNew ? group.id : nil, nil) }
      state.open = nil
      state.full.append(group)
      return (nil, state.handOver())
    }
    handover.map { $0.waiter.resume(returning: $0.group) }
    return opened
  }

  /// Makes the group due, if it is still open.
  func close(_ id: GroupID) {
    let handover = state.withLock { $0.open?.id == id ? $0.makeOpenGroupDue() : nil }
    handover.map { $0.waiter.resume(returning: $0.group) }
  }

  /// Makes the open group due, if there is one.
  func flush() {
    let handover = state.withLock { $0.makeOpenGroupDue() }
    handover.map { $0.waiter.resume(returning: $0.group) }
  }

  /// Makes the open group due, if it holds something of `batch`.
  func flush(_ batch: BatchID) {
    let handover = state.withLock { state in
      let takesPart = state.open?.submissions.contains { $0.batch == batch } ?? false
      return takesPart ? state.makeOpenGroupDue() : nil
    }
    handover.map { $0.waiter.resume(returning: $0.group) }
  }

  /// Waits for a group to commit. Whoever gets one has to commit it, and call ``finished()``.
  ///
  /// - Returns: `nil` if the task is cancelled while it waits.
  func next(for batch: BatchID) async -> Group? {
    await withTaskCancellationHandler {
      await withCheckedContinuation { waiter in
        let (group, isCancelled) = state.withLock { state -> (Group?, Bool) in
          if Task.isCancelled { return (nil, true) }
          if let group = state.takeDue() { return (group, false) }
          state.workers.append((batch, waiter))
          return (nil, false)
        }
        if group != nil || isCancelled { waiter.resume(returning: group) }
      }
    } onCancel: {
      let waiter = state.withLock { state in
        state.workers.firstIndex { $0.batch == batch }.map { state.workers.remove(at: $0).waiter }
      }
      waiter?.resume(returning: nil)
    }
  }

  /// Says that a commit has ended, so that the next one may begin.
  func finished() {
    let handover = state.withLock { state in
      state.isCommitting = false
      return state.handOver()
    }
    handover.map { $0.waiter.resume(returning: $0.group) }
  }

  /// Takes back everything of `batch` whose commit has not begun.
  ///
  /// What other batches have in the open group becomes due, since `batch` may be the one that was to close it.
  func withdraw(_ batch: BatchID) -> [Submission] {
    let (withdrawn, handover) = state.withLock { state -> ([Submission], State.Handover?) in
      var withdrawn: [Submission] = []
      func take(from group: inout Group) {
        let parts = group.submissions.filter { $0.batch == batch }
        guard !parts.isEmpty else { return }
        withdrawn += parts
        group.submissions.removeAll { $0.batch == batch }
        group.bytes = group.submissions.reduce(0) { $0 + $1.staged.receipt.size.bytes }
      }
      if var group = state.open {
        take(from: &group)
        state.open = group.submissions.isEmpty ? nil : group
      }
      for index in state.full.indices { take(from: &state.full[index]) }
      state.full.removeAll { $0.submissions.isEmpty }
      return (withdrawn, withdrawn.isEmpty ? nil : state.makeOpenGroupDue())
    }
    handover.map { $0.waiter.resume(returning: $0.group) }
    return withdrawn
  }
}
