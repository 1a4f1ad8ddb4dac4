import ShareContract
import Testing

/// What counts as a failure, as a difference, and as neither.
struct RecordComparisonTests {
  private typealias Samples = MatrixSamples

  private func observe(
    _ record: ShareRecord, _ row: ContractRow = Samples.still
  ) throws -> TypeMatrix.Observation {
    let matrix = try TypeMatrix(contract: Samples.contract(row), records: [record])
    let witness = TypeMatrix.Observation.Witness.share(record.id)
    let observations = matrix.rows[0].cells.flatMap(\.observations)
    return try #require(observations.first { $0.witness == witness })
  }

  static let failures: [(String, @Sendable (inout AttachmentRecord) -> Void)] = [
    ("result", { $0.result = .refused(.loadFailed, at: .loading) }),
    ("read-back", { $0.readBack = .init(by: .host, failure: .digestMismatch) }),
    ("read-back", { $0.readBack = .init(by: .intake, failure: .notFound) }),
    ("handover", { $0.handedOver = .temporaryFile }),
    ("handover", { $0.handedOver = .original }),
  ]

  @Test(arguments: failures.indices)
  func `the host that did not get what was promised is a failure`(index: Int) throws {
    let (subject, change) = Self.failures[index]
    let observation = try observe(Samples.photo(change: change))
    #expect(observation.verdict == .fail)
    #expect(observation.differences.map(\.subject.rawValue) == [subject])
    #expect(observation.differences.allSatisfy { $0.isFailure && $0.attachment == 1 })
  }

  static let differences: [(String, @Sendable (inout AttachmentRecord) -> Void)] = [
    (
      "attachment 1, representation: expected public.heic, observed public.jpeg",
      {
        $0.result = .stored(
          declaredType: "public.jpeg", contentType: "public.heic", size: .bytes(9))
        $0.representations[0].attempt = nil
        $0.representations[1].attempt = .init(order: 0, arrival: .file)
      }
    ),
    (
      "attachment 1, delivery: expected file, observed data",
      { $0.representations[0].delivery = .data }
    ),
    (
      "attachment 1, content-type: expected public.heic, observed public.jpeg",
      {
        $0.result = .stored(
          declaredType: "public.heic", contentType: "public.jpeg", size: .bytes(9))
      }
    ),
  ]

  @Test(arguments: differences.indices)
  func `another way to the same result is a difference`(index: Int) throws {
    let (text, change) = Self.differences[index]
    let observation = try observe(Samples.photo(change: change))
    #expect(observation.verdict == .differs)
    #expect(observation.differences.map(\.description) == [text])
  }

  @Test func `another reason for the same refusal is a difference`() throws {
    var record = Samples.photo { $0.result = .refused(.typeRefused, at: .selection) }
    record.items[0].attachments[0].representations = [
      RepresentationRecord("public.url", delivery: .data)
    ]
    record.source = "Safari"
    record.origin = .automated
    let observation = try observe(record, Samples.link)
    #expect(observation.verdict == .differs)
    #expect(
      observation.differences.map(\.description)
        == ["attachment 1, reason: expected no-accepted-type, observed type-refused"])
    record.items[0].attachments[0].result = .stored(
      declaredType: "public.url", contentType: "public.url", size: .bytes(1))
    #expect(try observe(record, Samples.link).verdict == .fail)
  }

  @Test func `what a row leaves open is met by anything`() throws {
    var row = Samples.still
    row.expectations = [Expectation(.stored)]
    let record = Samples.photo {
      $0.result = .stored(declaredType: "public.jpeg", contentType: "public.png", size: .bytes(9))
    }
    #expect(try observe(record, row).verdict == .pass)
  }

  @Test func `a promised kind of content is met by each of its formats`() throws {
    var row = Samples.still
    row.expectations[0].contentType = "public.image"
    #expect(try observe(Samples.photo(), row).verdict == .pass)
    row.expectations[0].contentType = "public.movie"
    #expect(try observe(Samples.photo(), row).verdict == .differs)
  }

  @Test func `other declared types than those of the row are a difference`() throws {
    var record = Samples.photo()
    record.items[0].attachments[0].representations.swapAt(0, 1)
    record.row = RowReference(id: "photos-still", revision: try Samples.still.revision)
    let observation = try observe(record)
    #expect(observation.verdict == .differs)
    #expect(
      observation.differences.map(\.description) == [
        "declaration: expected public.heic, public.jpeg, observed public.jpeg, public.heic"
      ])
  }

  @Test func `a promised attachment that never came is a failure`() throws {
    var row = Samples.still
    row.items[0].attachments.append(["public.jpeg"])
    row.expectations.append(Expectation(.stored))
    var record = Samples.photo()
    record.row = RowReference(id: row.id, revision: try row.revision)
    let observation = try observe(record, row)
    #expect(observation.verdict == .fail)
    #expect(observation.differences.last?.attachment == 2)
    // Left out of the record is not the same as never offered.
    record.omitted = 1
    #expect(try observe(record, row).verdict == .notTested)
  }

  static let sights: [(ShareRecord.Sight, TypeMatrix.Verdict, TypeMatrix.Verdict)] = [
    (.appeared, .notTested, .fail), (.didNotAppear, .fail, .pass),
    (.pickerCancelled, .notTested, .notTested), (.downloadedFirst, .notTested, .notTested),
    (.opened, .pass, .fail), (.couldNotOpen, .fail, .notTested),
  ]

  @Test(arguments: sights)
  func `what a person saw is held against the row`(
    sight: ShareRecord.Sight, supported: TypeMatrix.Verdict, hidden: TypeMatrix.Verdict
  ) throws {
    try expect(Samples.sight(sight), Samples.still, to: supported)
    var record = Samples.sight(sight)
    record.source = "Safari"
    record.content = "page"
    try expect(record, Samples.link, to: hidden)
  }

  /// What tells nothing of the row is told of beside it.
  private func expect(
    _ record: ShareRecord, _ row: ContractRow, to verdict: TypeMatrix.Verdict
  ) throws {
    guard verdict == .notTested else {
      return #expect(try observe(record, row).verdict == verdict)
    }
    let matrix = try TypeMatrix(contract: Samples.contract(row), records: [record])
    #expect(matrix.unmatched.map(\.reason) == [.showsNothing(row.id)])
    #expect(
      matrix.rows[0].cells.allSatisfy { cell in
        !cell.observations.contains { $0.witness == .share(record.id) }
      })
  }

  @Test func `an identifier is the same in any case, and as what a dynamic one stands for`() throws
  {
    var row = Samples.still
    row.items = [SharedItem(attachments: [["public.heic", "public.jpeg"]])]
    var record = Samples.photo()
    record.items[0].attachments[0].representations[1].type = "PUBLIC.JPEG"
    #expect(try observe(record, row).verdict == .pass)
    let folder = ContractRow(
      id: "files-folder", source: "Files", content: "folder",
      items: [SharedItem(attachments: [["public.folder"]])],
      expectations: [Expectation(.refused(.sourceIsDirectory))])
    let shared = ShareRecord(
      id: Samples.id(1), origin: .automated, source: "Files",
      items: [
        .init(attachments: [
          AttachmentRecord(
            representations: [RepresentationRecord("dyn.age8u", delivery: .file)],
            result: .refused(.sourceIsDirectory, at: .selection))
        ])
      ])
    #expect(try observe(shared, folder).verdict == .pass)
  }
}
