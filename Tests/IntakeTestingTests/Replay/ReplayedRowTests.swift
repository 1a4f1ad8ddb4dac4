import IntakeModel
import IntakeTesting
import ShareContract
import Testing
import UniformTypes

/// Rows of a contract, which are replayed without any record, and what they promise for other shares.
@Suite(.timeLimit(.minutes(5)))
struct `A replayed row` {
  static func row(
    _ id: String, _ types: TypeIdentifier..., expect expectation: Promise
  ) -> ContractRow {
    ContractRow(
      id: id, source: "Photos", content: "photo",
      items: [SharedItem(attachments: [types])], expectations: [expectation])
  }

  static func replay(
    _ row: ContractRow, by contract: InputContract = .sample()
  ) async throws -> ReplayResult {
    var contract = contract
    contract.rows = [row]
    let record = try ShareRecord(replaying: row, of: contract)
    return try #require(try await ShareReplay(contract).run([record]).first)
  }

  @Test func `is stored as it promises`() async throws {
    let row = Self.row(
      "row", "public.jpeg", "public.heic",
      expect: Promise(.stored, representation: "public.heic", delivery: .file))
    let result = try await Self.replay(row)
    #expect(result.verdict == .same, "\(result.differences) \(result.obstacles)")
    #expect(result.row == "row")
    let observed = try #require(result.observed)
    #expect(observed.origin == .synthetic)
    #expect(observed.row == RowReference(id: "row", revision: try row.revision))
    #expect(observed.attachments[0].readBack == .init(by: .intake))
  }

  @Test(
    arguments: [
      .overFileLimit, .loadFailed, .loadTimedOut, .nothingDelivered, .notDownloaded,
      .sourceMissing, .sourceDenied, .sourceIsLink, .sourceIsDirectory, .sourceNotRegular,
      .emptyContent, .contentMismatch,
    ] as [IntakeError.Code], ["public.jpeg", "public.image"] as [TypeIdentifier])
  func `is refused for the reason that it promises`(
    code: IntakeError.Code, type: TypeIdentifier
  ) async throws {
    let result = try await Self.replay(
      Self.row("row", type, "public.tiff", expect: .init(.refused(code))))
    #expect(result.verdict == .same, "\(code): \(result.differences) \(result.obstacles)")
    guard case .refused(let observed, _)? = result.observed?.attachments[0].result else {
      Issue.record("\(code) was not refused")
      return
    }
    #expect(observed == code)
  }

  @Test(arguments: Representation.Delivery.allCases)
  func `is delivered as it names, or as the contract accepts`(
    delivery: Representation.Delivery
  ) async throws {
    let named = Self.row("row", "public.jpeg", expect: Promise(.stored, delivery: delivery))
    #expect(try await Self.replay(named).verdict == .same)
    let contract = InputContract.sample {
      $0.rule.accepted = [AcceptedType("public.image", deliveries: [delivery])]
    }
    let plain = try await Self.replay(
      Self.row("row", "public.jpeg", expect: Promise(.stored)), by: contract)
    #expect(plain.verdict == .same, "\(plain.differences)")
    #expect(plain.observed?.attachments[0].representations[0].delivery == delivery)
  }

  @Test func `has the content that it names, whatever is declared`() async throws {
    let row = Self.row(
      "row", "public.heic", expect: Promise(.stored, contentType: "public.jpeg"))
    let result = try await Self.replay(row)
    #expect(result.verdict == .same, "\(result.differences)")
    #expect(
      result.observed?.attachments[0].result
        == .stored(
          declaredType: "public.heic", contentType: "public.jpeg", size: .bytes(16_384)))
  }

  @Test func `meets what declared types are refused for`() async throws {
    let contract = InputContract.sample { $0.rule.refused = [RefusedType("com.compuserve.gif")] }
    let cases: [(TypeIdentifier, IntakeError.Code)] = [
      ("public.mp3", .noAcceptedType), ("com.compuserve.gif", .typeRefused),
      ("public.folder", .sourceIsDirectory), ("public.image", .typeRefused),
    ]
    for (type, code) in cases {
      let result = try await Self.replay(
        Self.row("row", type, expect: .init(.refused(code))), by: contract)
      #expect(result.verdict == .same, "\(type): \(result.differences) \(result.obstacles)")
    }
  }

  @Test func `shows where the contract does otherwise`() async throws {
    let stored = try await Self.replay(
      Self.row("row", "public.mp3", expect: Promise(.stored)))
    #expect(
      stored.differences.map(\.description) == [
        """
        attachment 1: result is to be stored, and is refused: no-accepted-type (selection)
        """
      ])
    #expect(stored.differences.map(\.standard) == [.row])
    let other = try await Self.replay(
      Self.row(
        "row", "public.jpeg", "public.heic",
        expect: Promise(.stored, representation: "public.jpeg")))
    #expect(other.differences.map(\.subject) == [.representation])
  }

  @Test func `is not replayed where it promises a failure of the place`() async throws {
    let result = try await Self.replay(
      Self.row("row", "public.jpeg", expect: .init(.refused(.diskFull))))
    #expect(result.verdict == .notReplayed)
  }

  @Test func `of several items keeps them apart`() async throws {
    let row = ContractRow(
      id: "page", source: "Safari", content: "PDF page",
      items: [
        SharedItem(attachments: [["com.adobe.pdf"]]), SharedItem(attachments: [["public.url"]]),
      ],
      expectations: [.init(.stored), .init(.refused(.noAcceptedType))])
    let result = try await Self.replay(row)
    #expect(result.verdict == .same, "\(result.differences)")
    #expect(result.observed?.items.map(\.attachments.count) == [1, 1])
  }

  @Test func `always has the same identifier, until it changes`() throws {
    let contract = InputContract.sample()
    let row = Self.row("row", "public.jpeg", expect: Promise(.stored))
    var changed = row
    changed.tests = ["Some.Test/one()"]
    let first = try ShareRecord(replaying: row, of: contract)
    #expect(try ShareRecord(replaying: row, of: contract) == first)
    #expect(try ShareRecord(replaying: changed, of: contract).id != first.id)
  }

  @Test func `is found for a record by what is declared, and held against it`() async throws {
    var contract = InputContract.sample()
    contract.rows = [
      Self.row("jpeg", "public.jpeg", expect: Promise(.stored)),
      Self.row("sound", "public.mp3", expect: Promise(.stored)),
    ]
    func record(_ type: TypeIdentifier) -> ShareRecord {
      let representation = RepresentationRecord(type, delivery: .data)
      return ShareRecord(
        id: ShareID(milliseconds: 1), origin: .reported, source: "Photos",
        items: [.init(attachments: [.init(representations: [representation])])])
    }
    let results = try await ShareReplay(contract).run(
      [record("public.jpeg"), record("public.mp3"), record("public.png")])
    #expect(results.map(\.row) == ["jpeg", "sound", nil])
    #expect(results.map(\.verdict) == [.same, .differs, .notCompared])
    #expect(results[0].observed?.row?.revision == (try contract.rows[0].revision))
  }

  @Test func `says what its verdict does not tell`() async throws {
    var contract = InputContract.sample()
    contract.rows = [Self.row("row", "public.jpeg", expect: Promise(.stored))]
    let made = try ShareRecord(replaying: contract.rows[0], of: contract)
    var seen = made
    seen.origin = .device
    seen.seen = [.couldNotOpen, .appeared]
    let results = try await ShareReplay(contract).run([made, seen])
    #expect(results.map(\.verdict) == [.same, .same])
    #expect(results[0].caveats.count == 1)
    #expect(results[0].caveats[0].hasPrefix("the content is made up from what the row promises"))
    #expect(results[1].caveats == ["what was seen is not replayed: appeared, could-not-open"])
    // A replay of what was made up is no more than that.
    let again = try await ShareReplay(contract).run([try #require(results[0].observed)])
    #expect(again[0].caveats == results[0].caveats)
  }

  @Test func `says that nothing is opened where the contract demands it`() async throws {
    var contract = InputContract.sample()
    contract.validation = InputContract.Validation(
      refusing: Set(ContentDoubt.allCases), scan: .required)
    contract.rows = [
      Self.row("stored", "com.adobe.pdf", expect: Promise(.stored)),
      Self.row("locked", "com.adobe.pdf", expect: Promise(.refused(.contentLocked))),
    ]
    let results = try await ShareReplay(contract).run(
      try contract.rows.map { row throws in try ShareRecord(replaying: row, of: contract) })
    #expect(results.map(\.verdict) == [.same, .notReplayed])
    for result in results {
      #expect(result.caveats.contains { $0.hasPrefix("the contract has content opened before") })
    }
    #expect(
      results[1].obstacles.contains { $0.hasPrefix("content-locked is found by a validator") })
  }

  @Test func `says when a record was made for another one`() async throws {
    var contract = InputContract.sample()
    contract.rows = [Self.row("row", "public.jpeg", expect: Promise(.stored))]
    var record = try ShareRecord(replaying: contract.rows[0], of: contract)
    record.row = RowReference(id: "row", revision: "0123456789abcdef")
    let stale = try #require(try await ShareReplay(contract).run([record]).first)
    #expect(stale.remarks == ["the row 'row' has changed since it was recorded"])
    #expect(stale.observed?.row?.revision == (try contract.rows[0].revision))
    record.row = RowReference(id: "gone", revision: "0123456789abcdef")
    let gone = try #require(try await ShareReplay(contract).run([record]).first)
    #expect(gone.remarks == ["the contract has no row 'gone', for which it was recorded"])
    #expect(gone.observed?.row == nil)
  }

  @Test func `of every reported share is replayed`() async throws {
    let results = try await ShareReplay(.sample()).run(ReportedShares.all)
    #expect(results.count == ReportedShares.all.count)
    for result in results {
      #expect(result.verdict == .notCompared, "\(result.recorded) \(result.obstacles)")
    }
    // What is reported of a Live Photo is what its replay meets.
    let live = try #require(results.first { $0.recorded.source == "Photo picker" })
    guard case .stored = live.observed?.attachments[0].result else {
      Issue.record("\(live)")
      return
    }
    let screenshot = try #require(results.first { $0.recorded.source == "Screenshot preview" })
    #expect(
      screenshot.observed?.attachments[0].result == .refused(.contentMismatch, at: .validation))
  }
}
