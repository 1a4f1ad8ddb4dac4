internal import IntakeModel

extension CatalogConformance {
  static func makeDocument(
    at time: Int64, owner: OwnerID = owner, verdict: ContentVerdict? = nil
  ) -> CatalogRecord {
    let row = make(at: time, owner: owner)
    let attachment = row.attachment
    return CatalogRecord(
      attachment: StoredAttachment(
        id: row.id, declaredType: attachment.declaredType, contentType: attachment.contentType,
        size: attachment.size, digest: attachment.digest, verdict: verdict),
      storedName: row.storedName, displayName: row.displayName, batch: row.batch,
      position: row.position, owner: row.owner, state: .importing, durability: row.durability,
      systemRun: row.systemRun, recordedAt: row.recordedAt)
  }

  static let importingChecks: [Check] = [
    Check("a document is importing until it is kept, with its verdict") { catalog in
      let verdicts: [ContentVerdict?] = [
        nil, .valid(ContentFacts(pages: 3)), .locked, .repairable(ContentFacts()),
        .notValidated(.noValidator),
      ]
      let documents = verdicts.map { makeDocument(at: 1, verdict: $0) }
      let leftOut = try await catalog.recordPending(documents, within: ContainerLimits())
      try expect("left out", leftOut, is: [])
      for document in documents {
        try expect("state", try await catalog.state(of: document.id), is: .importing)
      }
      let ids = documents.map(\.id)
      let kept = try await catalog.markStored(ids, as: .kept, durability: .group)
      try expect("kept", kept, is: Set(ids))
      for document in documents {
        var expected = document
        expected.state = .kept
        try expect("row", try await catalog.record(document.id), is: expected)
      }
      try expect("listed", try await catalog.ids(in: [.kept]), is: ids.sorted())
    },
    Check("documents are listed page by page, also where attachments lie between them") { catalog in
      let documents = (1...7).map { makeDocument(at: $0 * 2) }
      _ = try await catalog.recordPending(documents, within: ContainerLimits())
      let ids = documents.map(\.id).sorted()
      _ = try await catalog.markStored(ids, as: .kept, durability: .none)
      try await catalog.add((1...7).map { make(at: $0 * 2 + 1) })
      var found: [AttachmentID] = []
      var last: CatalogRecord?
      repeat {
        let page = try await catalog.records(in: [.kept], batch: nil, after: last, limit: 3)
        found += page.map(\.id)
        last = page.last
      } while last != nil
      try expect("documents", found, is: ids)
    },
    Check("pending rows are not kept, and importing ones not handed over") { catalog in
      let (pending, document) = (make(at: 1), makeDocument(at: 2))
      _ = try await catalog.recordPending([pending, document], within: ContainerLimits())
      let ids = [pending.id, document.id]
      let available = try await catalog.markStored(ids, as: .available, durability: .none)
      try expect("available", available, is: [pending.id])
      try expect(
        "kept", try await catalog.markStored(ids, as: .kept, durability: .none), is: [document.id])
    },
    Check("a document that a recovery has kept already counts as kept") { catalog in
      let document = makeDocument(at: 1)
      _ = try await catalog.recordPending([document], within: ContainerLimits())
      for _ in 0..<2 {
        let kept = try await catalog.markStored([document.id], as: .kept, durability: .none)
        try expect("kept", kept, is: [document.id])
      }
    },
    Check("nobody takes a document, no rule removes it, and it is not forgotten") { catalog in
      let document = makeDocument(at: 1)
      _ = try await catalog.recordPending([document], within: ContainerLimits())
      try await catalog.markStored([document.id], as: .kept, durability: .none)
      try expect("taken", try await catalog.take(nil, for: lease(), now: 9), is: nil)
      try await expect(.notFound, from: "taking it") {
        _ = try await catalog.take(document.id, for: lease(), now: 9)
      }
      let rule = RetentionRule(afterReading: true, untakenAge: .zero)
      let expired = try await catalog.expired(by: rule, now: .max, limit: 10)
      try expect("expired", expired.map(\.record.id), is: [])
      try await catalog.forget([document.id], durability: .none)
      try expect("state", try await catalog.state(of: document.id), is: .kept)
      try expect("owners", try await catalog.activeOwners(), is: [])
      let removed = try await catalog.remove([document.id], from: [.kept])
      try expect("removed", removed, is: [document.id])
      try await catalog.forget([document.id], durability: .none)
      try expect("rows", try await catalog.totals(), is: ContainerTotals())
    },
    Check("imports of dead owners are found, and claimed where nobody completes them") { catalog in
      let dead = OwnerID(milliseconds: 30)
      let documents = (1...3).map { makeDocument(at: $0, owner: dead) }
      let other = makeDocument(at: 9)
      _ = try await catalog.recordPending(documents + [other], within: ContainerLimits())
      let pending = make(at: 10, owner: dead)
      try await catalog.add([pending], as: .pending)
      try expect("owners", try await catalog.activeOwners(), is: [owner, dead])
      try expect("none", try await catalog.importing(of: [], limit: 9), is: [])
      try expect("limited", try await catalog.importing(of: [dead], limit: 2).count, is: 2)
      let found = try await catalog.importing(of: [dead], limit: 9)
      try expect("importing", Set(found.map(\.id)), is: Set(documents.map(\.id)))
      _ = try await catalog.markStored([documents[0].id], as: .kept, durability: .none)
      let claimed = try await catalog.claimUnfinished(of: [dead], limit: 9)
      try expect(
        "claimed", Set(claimed.map(\.id)), is: Set(documents[1...].map(\.id) + [pending.id]))
      try expect(
        "too late", try await catalog.markStored(claimed.map(\.id), as: .kept, durability: .none),
        is: [])
      try expect("other", try await catalog.state(of: other.id), is: .importing)
      try expect("kept", try await catalog.state(of: documents[0].id), is: .kept)
    },
  ]
}
