import ChangeEvidence
import IntakeModel
import ShareContract
import Testing
import UniformTypes

/// The list before a release.
struct ReleaseCheckTests {
  private static let contract = InputContract(
    name: "Share", rule: SelectionRule([AcceptedType("public.jpeg")]),
    rows: [
      ContractRow(
        id: "photo", source: "Photos", content: "still photo",
        items: [SharedItem(attachments: [["public.jpeg"]])], expectations: [Expectation(.stored)],
        tests: ["A.S/photo()"]),
      ContractRow(
        id: "film", source: "Photos", content: "film",
        items: [SharedItem(attachments: [["public.movie"]])],
        expectations: [Expectation(.refused(.noAcceptedType))], tests: ["A.S/film()"]),
    ])

  private func record(
    _ last: UInt8, _ origin: ShareRecord.Origin = .device, isFresh: Bool? = nil,
    seen: Set<ShareRecord.Sight> = [], row: String? = "photo", attachments: AttachmentRecord...
  ) throws -> ShareRecord {
    let promised = Self.contract.rows.first { $0.id == row }
    let revision = try promised?.revision
    return ShareRecord(
      id: try #require(ShareID(bytes: [UInt8](repeating: 0, count: 15) + [last])), origin: origin,
      row: revision.map { RowReference(id: row ?? "", revision: $0) },
      system: .init(name: "iOS 26.1", isFreshInstallation: isFresh), seen: seen,
      items: [.init(attachments: attachments)])
  }

  private func stored(
    _ handedOver: AttachmentRecord.HandedOver? = .copy,
    readBack: AttachmentRecord.ReadBack? = .init(by: .host)
  ) -> AttachmentRecord {
    AttachmentRecord(
      representations: [
        .init("public.jpeg", delivery: .file, attempt: .init(order: 0, arrival: .file))
      ],
      result: .stored(
        declaredType: "public.jpeg", contentType: "public.jpeg", size: ByteCount(bytes: 9)),
      handedOver: handedOver, readBack: readBack)
  }

  private var refused: AttachmentRecord {
    AttachmentRecord(
      representations: [.init("public.movie", delivery: .file)],
      result: .refused(.noAcceptedType, at: .selection))
  }

  private func states(
    _ records: [ShareRecord], tests: [TestObservation] = Self.passed, rule: String? = Self.rule,
    groups: [String]? = ["group.a"], previous: [String]? = ["group.a"]
  ) throws -> [ReleaseCheck.Question: ReleaseCheck.State] {
    let matrix = try TypeMatrix(contract: Self.contract, records: records, tests: tests)
    let parsed = try rule.map {
      try #require(try ExtensionPropertyList(reading: Array($0.utf8)).rule)
    }
    let check = ReleaseCheck(
      .init(
        contract: Self.contract, rule: parsed, matrix: matrix, records: records, groups: groups,
        previousGroups: previous))
    #expect(check.lines.map(\.question) == ReleaseCheck.Question.allCases)
    return Dictionary(uniqueKeysWithValues: check.lines.map { ($0.question, $0.state) })
  }

  private static let passed = [
    TestObservation("A.S/photo()", .passed), TestObservation("A.S/film()", .passed),
  ]

  private static let rule =
    #"SUBQUERY(extensionItems, $i, SUBQUERY($i.attachments, $a, "#
    + #"ANY $a.registeredTypeIdentifiers UTI-CONFORMS-TO "public.jpeg").@count >= 1).@count >= 1"#

  @Test func `all is shown by what was recorded and tested`() throws {
    let states = try states([
      record(1, seen: [.appeared, .opened], attachments: stored()),
      record(2, seen: [.pickerCancelled], row: nil),
      record(3, seen: [.opened], row: nil, attachments: stored(), refused),
    ])
    for (question, state) in states {
      #expect(state.name == "shown", "\(question): \(state)")
    }
  }

  @Test func `without records nothing of the files is shown, and nothing failed`() throws {
    let states = try states([])
    #expect(states[.copiedInCallback]?.name == "not-shown")
    #expect(states[.authorisedFolder]?.name == "not-shown")
    #expect(states[.cancellations]?.name == "not-shown")
    #expect(states[.partialFailures]?.name == "not-shown")
    // By the row that promises one.
    #expect(states[.refusals] == .shown(["row 'film'"]))
    #expect(states[.declaredTypes]?.name == "shown")
  }

  @Test func `a rule that appears for more, or for less, fails`() throws {
    let more = #"SUBQUERY(extensionItems, $i, $i.attachments.@count >= 1).@count >= 1"#
    #expect(
      try states([], rule: more)[.declaredTypes]
        == .failed(
          ["row 'film': the extension appears, and should not"]
            + [
              "public.plain-text", "public.url", "public.image", "public.movie", "public.audio",
              "com.adobe.pdf", "public.vcard", "public.data", "public.folder",
            ].map { "type '\($0)' is not accepted, and the extension appears for it" }))
    let less = Self.rule.replacing("public.jpeg", with: "public.png")
    #expect(
      try states([], rule: less)[.declaredTypes]
        == .failed([
          "row 'photo': the extension does not appear",
          "type 'public.jpeg' is accepted, and one item of it is not offered",
        ]))
    #expect(try states([], rule: nil)[.declaredTypes]?.name == "not-shown")
  }

  @Test func `what a row wants to appear, to refuse it with a message, is no fault of the rule`()
    throws
  {
    func state(_ rows: [ContractRow]) throws -> ReleaseCheck.State? {
      let contract = InputContract(
        name: "Share",
        rule: SelectionRule(
          [AcceptedType("public.image")], refusing: [RefusedType("public.svg-image")]),
        rows: [Self.contract.rows[0]] + rows)
      let rule = Self.rule.replacing("public.jpeg", with: "public.image")
        .replacing(
          ").@count >= 1).@count",
          with: " OR ANY $a.registeredTypeIdentifiers "
            + "UTI-EQUALS \"public.url\").@count >= 1).@count")
      return ReleaseCheck(
        .init(
          contract: contract,
          rule: try ExtensionPropertyList(reading: Array(rule.utf8)).rule,
          matrix: try TypeMatrix(contract: contract, records: [], tests: []), records: [])
      ).lines.first { $0.question == .declaredTypes }?.state
    }
    func row(_ id: String, _ types: TypeIdentifier...) -> ContractRow {
      ContractRow(
        id: id, source: "Files", content: "other", items: [SharedItem(attachments: [types])],
        expectations: [Expectation(.refused(.noAcceptedType))], appears: true)
    }
    #expect(
      try state([])
        == .failed([
          "type 'public.svg-image' is refused, and the extension appears for it",
          "type 'public.url' is not accepted, and the extension appears for it",
        ]))
    #expect(
      try state([row("svg", "public.svg-image"), row("link", "public.url")])?.name == "shown")
    // A link beside a photo does not ask for links.
    #expect(
      try state([row("svg", "public.svg-image"), row("both", "public.jpeg", "public.url")])
        == .failed(["type 'public.url' is not accepted, and the extension appears for it"]))
  }

  @Test func `a temporary file or an original that was handed over fails`() throws {
    #expect(
      try states([record(1, attachments: stored(.temporaryFile))])[.copiedInCallback]?.name
        == "failed")
    #expect(
      try states([record(1, attachments: stored(.original))])[.authorisedFolder]?.name == "failed")
    #expect(
      try states([
        record(1, attachments: stored(readBack: .init(by: .host, failure: .sourceMissing)))
      ])[.authorisedFolder]?.name == "failed")
    #expect(
      try states([record(1, attachments: stored(readBack: .init(by: .intake)))])[.authorisedFolder]?
        .name
        == "not-shown")
  }

  @Test func `what was only reported or replayed shows nothing`() throws {
    for origin in [ShareRecord.Origin.reported, .synthetic] {
      #expect(
        try states([record(1, origin, attachments: stored())])[.copiedInCallback]?.name
          == "not-shown")
    }
  }

  @Test func `an attachment without any result is a silent failure`() throws {
    let silent = AttachmentRecord(representations: [.init("public.jpeg", delivery: .file)])
    #expect(try states([record(1, attachments: silent)])[.refusals]?.name == "failed")
    #expect(
      try states([record(1, seen: [.pickerCancelled], attachments: silent)])[.refusals]?.name
        == "shown")
  }

  @Test func `a row that fails or was not tested is told`() throws {
    #expect(
      try states([], tests: [TestObservation("A.S/photo()", .failed)])[.matrix]
        == .failed(["row 'photo': fail"]))
    #expect(try states([], tests: [])[.matrix]?.name == "not-shown")
  }

  @Test func `other groups need a share in a fresh installation`() throws {
    let fresh = try record(1, isFresh: true, attachments: stored())
    #expect(try states([], previous: ["group.b"])[.groupConfiguration]?.name == "failed")
    #expect(try states([fresh], previous: ["group.b"])[.groupConfiguration]?.name == "shown")
    #expect(try states([], previous: nil)[.groupConfiguration]?.name == "not-shown")
    #expect(try states([], groups: nil)[.groupConfiguration]?.name == "not-shown")
    #expect(try states([fresh], groups: [])[.groupConfiguration]?.name == "failed")
  }
}
