package import IntakeModel
import Synchronization

#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

extension FolderContainer {
  /// Each file is synchronised for itself, several at once: waiting for the whole file system (`syncfs`)
  /// would make us wait for everybody else's data too. All of the group begins to be written before anything is waited
  /// for, so that the file system's journal, which each file waits for, is committed for many of them at once.
  package func synchronizeContent(
    of receipts: [StagingReceipt]
  ) async -> [StagingReceipt: IntakeError] {
    let failures = Failures()
    // The group's rows are recorded next, and whoever recovers now asks whether their owner is alive.
    try? stayAlive()
    if receipts.count > 1 {
      await BlockingThreads.shared.runEach(receipts.count) { [self] index in
        slot(for: receipts[index], removing: false)?.startWriting()
      }
    }
    await BlockingThreads.shared.runEach(receipts.count) { [self] index in
      let receipt = receipts[index]
      do {
        guard let slot = slot(for: receipt, removing: false) else { throw unknown(receipt) }
        try slot.synchronizeContent()
      } catch {
        failures.add(asIntakeError(error, at: .commit), for: receipt)
      }
    }
    return failures.all
  }

  package func publish(
    _ receipts: [StagingReceipt], durable: Bool
  ) async -> [StagingReceipt: IntakeError] {
    await BlockingThreads.shared.run { [self] in
      var failures: [StagingReceipt: IntakeError] = [:]
      try? stayAlive()
      for receipt in receipts {
        do {
          try publish(receipt)
        } catch {
          failures[receipt] = asIntakeError(error, at: .commit)
        }
      }
      if durable { synchronizeNames(of: receipts, failures: &failures) }
      return failures
    }
  }

  private func publish(_ receipt: StagingReceipt) throws {
    guard let file = slot(for: receipt, removing: true)?.take() else { throw unknown(receipt) }
    do throws(Errno) {
      try file.publish(as: receipt.name.description, in: folders.attachments)
    } catch {
      guard error.number == EEXIST else { throw error }
      throw IntakeError(
        .writeFailed, at: .commit,
        "the container \(path) already holds a copy \(receipt.name), and copies are never replaced",
        cause: error)
    }
  }

  /// Waits until new names are on the disk; if that fails, takes them back.
  private func synchronizeNames(
    of receipts: [StagingReceipt], failures: inout [StagingReceipt: IntakeError]
  ) {
    let published = receipts.filter { failures[$0] == nil }
    guard !published.isEmpty else { return }
    do throws(Errno) {
      try folders.attachments.synchronizeEntries()
    } catch {
      for receipt in published {
        unlinkat(folders.attachments.number, receipt.name.description, 0)
        failures[receipt] = failure(error, at: .commit)
      }
    }
  }

  private func unknown(_ receipt: StagingReceipt) -> IntakeError {
    if isClosed { return .closed(at: .commit) }
    return IntakeError(
      .invalidArgument, at: .commit, "no copy is staged as \(receipt.name); it was used up before")
  }

  func asIntakeError(_ error: any Error, at stage: Stage) -> IntakeError {
    switch error {
    case let error as IntakeError: error
    case let error as Errno: failure(error, at: stage)
    default: IntakeError(.writeFailed, at: stage, "\(error)", cause: error)
    }
  }
}

/// Failures that several threads report.
private final class Failures: Sendable {
  private let failures = Mutex<[StagingReceipt: IntakeError]>([:])

  func add(_ error: IntakeError, for receipt: StagingReceipt) {
    failures.withLock { $0[receipt] = error }
  }

  var all: [StagingReceipt: IntakeError] { failures.withLock { $0 } }
}
