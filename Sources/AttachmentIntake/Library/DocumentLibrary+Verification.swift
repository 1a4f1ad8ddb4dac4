/// How far a verification has come.
public struct VerificationProgress: Sendable, Hashable {
  /// Documents that were read, or found missing, so far.
  public var documentsDone = 0
  /// Bytes that were read so far, those of a damaged copy included.
  public var bytesDone = ByteCount.zero
  /// What there was to check when it began.
  public var documentsExpected = 0
  /// Bytes of those documents.
  public var bytesExpected = ByteCount.zero
}

/// What a verification found.
public struct VerificationReport: Sendable {
  /// Documents that were read, and their bytes.
  public var checked = 0
  /// Bytes that were read, those of damaged copies included.
  public var bytes = ByteCount.zero
  /// Documents that are not what was stored, or not there.
  public var findings: [Finding] = []
  /// Links that were followed, by what they led to.
  public var links: [LinkedDocument.State: Int] = [:]
  /// Links that could not be followed now: whether they lead anywhere is open.
  public var unreachedLinks = 0

  /// Makes a report of nothing checked.
  public init() {}

  /// A document that does not have its size and digest any more.
  public struct Finding: Sendable {
    /// The document, with the size and digest that were stored.
    public let document: ImportedDocument
    /// `digestMismatch`, `copyMissing`, or what kept it from being read.
    public let error: IntakeError
  }

  /// How many documents have no file.
  public var missing: Int { findings.count { $0.error.code == .copyMissing } }

  /// Whether each document is what was stored.
  public var isSound: Bool { findings.isEmpty }
}

extension DocumentLibrary {
  /// Reads every document, and checks its size and digest; follows every link. Removes nothing.
  ///
  /// Holds one chunk in memory, and the findings. Cancellation is noticed between chunks.
  ///
  /// - Parameters:
  ///   - followsLinks: Whether links are followed too, which may wait for other programs.
  ///   - progress: Called after each chunk, on the task that verifies. It should return soon.
  /// - Throws: `CancellationError`, and what the catalog throws. A document that cannot be read is a finding.
  /// - Complexity: O(*n*) in the bytes of all documents.
  public func verify(
    followsLinks: Bool = true, progress: ((VerificationProgress) -> Void)? = nil
  ) async throws -> VerificationReport {
    var report = VerificationReport()
    // Read through for whoever shows it alone.
    var counts = progress == nil ? VerificationProgress() : try await expectation()
    try await container.forEachPageOfDocuments { page in
      for record in page {
        try Task.checkCancellation()
        guard var document = document(record, missing: []) else { continue }
        do {
          try await container.checkContent(of: record) { count in
            report.bytes += .bytes(count)
            counts.bytesDone += .bytes(count)
            progress?(counts)
          }
        } catch let error as IntakeError {
          // Somebody may have removed it since the page was read.
          guard try await container.catalog.record(record.id)?.state == .kept else { continue }
          var found = error
          if error.code == .notFound {
            found = try await container.withoutCopy(record, cause: error)
            if found.code == .copyMissing,
              let missing = self.document(record, missing: [record.storedName])
            {
              document = missing
            }
          }
          report.findings.append(.init(document: document, error: found))
        }
        report.checked += 1
        counts.documentsDone += 1
        progress?(counts)
      }
    }
    if followsLinks { try await followLinks(&report) }
    return report
  }

  /// What there is to check now: of documents alone, since an inbox may lie in the same container.
  private func expectation() async throws -> VerificationProgress {
    var progress = VerificationProgress()
    try await container.forEachPageOfDocuments { page in
      progress.documentsExpected += page.count
      for record in page { progress.bytesExpected += record.attachment.size }
    }
    return progress
  }

  private func followLinks(_ report: inout VerificationReport) async throws {
    var last: LinkedDocument?
    while true {
      let page = try await links(after: last, limit: 256)
      guard let final = page.last else { return }
      last = final
      for link in page {
        try Task.checkCancellation()
        do {
          let link = try await follow(link.id)
          if link.isUnreached {
            report.unreachedLinks += 1
          } else {
            report.links[link.state, default: 0] += 1
          }
        } catch let error as IntakeError where error.code == .notFound {
          // Removed meanwhile.
        }
      }
    }
  }
}
