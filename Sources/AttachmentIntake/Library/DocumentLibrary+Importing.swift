/// What became of one document that was to be imported.
public struct ImportOutcome: Sendable {
  /// The document's place in the caller's order, from zero.
  public let position: Int
  /// The name that the source had: display data.
  public let name: String?
  /// The document, or why there is none; ``IntakeError/Code/mayPassLater`` tells whether trying again helps.
  public let result: Result<ImportedDocument, IntakeError>

  /// The document, if it was imported.
  public var document: ImportedDocument? { try? result.get() }
}

extension DocumentLibrary {
  /// Imports one document: its content is copied, validated and committed, and only then there is an entry.
  ///
  /// The original stays as it is, and may be moved or deleted afterwards. Cancelling leaves no entry and no
  /// file. Two documents of one name are two entries.
  ///
  /// - Throws: ``IntakeError`` that says what failed and by ``IntakeError/Code/mayPassLater`` whether trying
  ///   again helps; then there is no entry, and nothing is left. `CancellationError`.
  @discardableResult
  public func importDocument(_ document: PickedDocument) async throws -> ImportedDocument {
    var result: Result<ImportedDocument, IntakeError>?
    try await importDocuments([document]) { result = $0.result }
    guard let result else {
      throw IntakeError(.batchAborted, at: .commit, "the import ended without an outcome")
    }
    return try result.get()
  }

  /// Imports documents, several at once, and hands each outcome to `consume`, one at a time, on the caller's
  /// actor, as they are finished.
  ///
  /// One refused document does not stop the others. The sequence is pulled only when a load can start.
  ///
  /// - Throws: `CancellationError` once a cancelled call has undone everything that was not delivered; and
  ///   what `consume` throws, after undoing what it has not seen.
  public func importDocuments<Documents: Sequence & Sendable>(
    _ documents: Documents, progress: (@Sendable (IntakeProgress) -> Void)? = nil,
    each consume: (ImportOutcome) async throws -> Void
  ) async throws where Documents.Element == PickedDocument {
    let log = ImportLog(
      documents: catalog, owner: container.store.owner, labels: configuration.labels,
      registry: configuration.intake.registry, now: container.now)
    let registry = configuration.intake.registry
    let attachments = documents.lazy.enumerated().map { position, document in
      let steps = ImportSteps()
      let source = PickedDocumentSource(document: document, registry: registry, steps: steps) {
        await log.begin(position, from: document.source, steps)
      }
      return Attachment(source, name: document.name)
    }
    var options = BatchOptions()
    options.destination = .kept
    options.progress = progress
    do {
      try await pipeline.ingest(attachments, options: options) { outcome in
        await log.end(outcome.position, outcome.refusal)
        try await consume(await importOutcome(of: outcome))
      }
    } catch {
      // Also where the call is cancelled.
      await Task(name: "import log") { await log.endAll() }.value
      throw error
    }
    await log.endAll()
  }

  private func importOutcome(of outcome: Outcome) async -> ImportOutcome {
    let result: Result<ImportedDocument, IntakeError>
    switch outcome.result {
    case .failure(let error): result = .failure(error)
    case .success(let stored):
      do {
        result = .success(try await document(stored.id))
      } catch let error as IntakeError where error.code == .notFound {
        // Somebody removed it as soon as it was there.
        result = .failure(error)
      } catch {
        // It is there, and that must be told: who does not hear of it imports it again.
        let name = StoredName(
          stored.id, of: stored.contentType, declared: stored.declaredType,
          in: configuration.intake.registry)
        result = .success(
          ImportedDocument(
            stored, at: container.store.location(of: name), displayName: outcome.name,
            importedAt: stored.id.milliseconds))
      }
    }
    return ImportOutcome(position: outcome.position, name: outcome.name, result: result)
  }
}
