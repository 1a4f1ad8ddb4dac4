internal import Synchronization

/// Keeps the record of each import of one call: begun when it is its turn, ended when its outcome is known.
///
/// A record that cannot be written costs no document, so that failures here are passed over.
final class ImportLog: Sendable {
  private let documents: any DocumentCatalog
  private let owner: OwnerID
  private let labels: DocumentLibrary.Labels
  private let registry: TypeRegistry
  private let now: @Sendable () -> Int64
  private let open = Mutex<[Int: Entry]>([:])

  private struct Entry {
    var record: ImportRecord
    let steps: ImportSteps
  }

  init(
    documents: any DocumentCatalog, owner: OwnerID, labels: DocumentLibrary.Labels,
    registry: TypeRegistry, now: @escaping @Sendable () -> Int64
  ) {
    self.documents = documents
    self.owner = owner
    self.labels = labels
    self.registry = registry
    self.now = now
  }

  /// It is the turn of the document at `position`.
  func begin(_ position: Int, from source: RecordLabel?, _ steps: ImportSteps) async {
    let time = now()
    let record = ImportRecord(
      id: ImportID(milliseconds: time), beganAt: time, type: told(steps.type), source: source,
      system: labels.system, build: labels.build)
    open.withLock { $0[position] = Entry(record: record, steps: steps) }
    try? await documents.beginImport(record, owner: owner)
  }

  /// The document has its outcome.
  func end(_ position: Int, _ error: IntakeError?) async {
    guard let entry = open.withLock({ $0.removeValue(forKey: position) }) else { return }
    if let error { entry.steps.end(error) }
    await end(entry, as: error == nil ? .imported : .failed)
  }

  /// The call ends: what has no outcome was cancelled.
  func endAll() async {
    let entries = open.withLock { open in
      defer { open = [:] }
      return open.sorted { $0.key < $1.key }.map(\.value)
    }
    for entry in entries { await end(entry, as: .cancelled) }
  }

  /// The type as it may be told: that of an extension which nobody knows is a part of the name (P10).
  private func told(_ type: TypeIdentifier?) -> TypeIdentifier? {
    type?.withoutNames(in: registry)
  }

  private func end(_ entry: Entry, as ending: ImportRecord.Ending) async {
    var record = entry.record
    record.type = told(entry.steps.type) ?? record.type
    record.steps = entry.steps.results
    record.ending = ending
    try? await documents.endImport(record)
  }
}
