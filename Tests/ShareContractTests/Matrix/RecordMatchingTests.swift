import ShareContract
import Testing

/// Which record tells of which row.
struct RecordMatchingTests {
  private typealias Samples = MatrixSamples

  private func matrix(_ rows: [ContractRow], _ records: ShareRecord...) throws -> TypeMatrix {
    try TypeMatrix(
      contract: InputContract(name: "Example", rule: Samples.rule, rows: rows), records: records)
  }

  /// The row with another name, and what else is changed.
  private func row(_ id: String, change: (inout ContractRow) -> Void = { _ in }) -> ContractRow {
    var row = Samples.still
    row.id = id
    change(&row)
    return row
  }

  private func rows(of matrix: TypeMatrix) -> [String] {
    matrix.rows.filter { row in
      row.cells.contains { cell in
        cell.observations.contains { if case .share = $0.witness { true } else { false } }
      }
    }.map(\.row.id)
  }

  @Test func `a record that names its row goes there`() throws {
    var record = Samples.photo()
    record.row = RowReference(id: "second", revision: "any")
    #expect(try rows(of: matrix([row("first"), row("second")], record)) == ["second"])
  }

  @Test func `a record of a row that is not there is told of`() throws {
    var record = Samples.photo()
    record.row = RowReference(id: "gone", revision: "any")
    let matrix = try matrix([row("first")], record)
    #expect(matrix.unmatched.map(\.reason) == [.unknownRow("gone")])
    #expect(rows(of: matrix).isEmpty)
  }

  @Test func `without a name the declared types in order decide`() throws {
    let swapped = row("swapped") { $0.items[0].attachments[0].reverse() }
    #expect(
      try rows(of: matrix([swapped, Samples.still], Samples.photo())) == ["photos-still"])
    #expect(try matrix([swapped], Samples.photo()).unmatched.map(\.reason) == [.fitsNone])
  }

  @Test func `the same types from another source are another row`() throws {
    let files = row("files") { $0.source = "Files" }
    #expect(try rows(of: matrix([files, Samples.still], Samples.photo())) == ["photos-still"])
    #expect(try matrix([files], Samples.photo()).unmatched.map(\.reason) == [.fitsNone])
    var anonymous = Samples.photo()
    anonymous.source = nil
    #expect(try rows(of: matrix([files], anonymous)) == ["files"])
    #expect(
      try matrix([files, Samples.still], anonymous).unmatched.map(\.reason)
        == [.fitsSeveral(["files", "photos-still"])])
  }

  @Test func `of several rows that fit, the content decides`() throws {
    let edited = row("edited") { $0.content = "edited photo" }
    var record = Samples.photo()
    #expect(
      try matrix([Samples.still, edited], record).unmatched.map(\.reason)
        == [.fitsSeveral(["photos-still", "edited"])])
    record.content = "edited photo"
    #expect(try rows(of: matrix([Samples.still, edited], record)) == ["edited"])
  }

  @Test func `types in one item are not the same as in two`() throws {
    let two = row("two-items") {
      $0.items = [
        SharedItem(attachments: [["public.heic"]]), SharedItem(attachments: [["public.jpeg"]]),
      ]
    }
    #expect(try matrix([two], Samples.photo()).unmatched.map(\.reason) == [.fitsNone])
  }

  @Test func `a record without types goes by source and content`() throws {
    #expect(try rows(of: matrix([Samples.still], Samples.sight(.opened))) == ["photos-still"])
    var vague = Samples.sight(.opened)
    vague.content = nil
    #expect(try matrix([Samples.still], vague).unmatched.map(\.reason) == [.saysTooLittle])
  }

  @Test func `a person's record without types that tells nothing is told of`() throws {
    let matrix = try matrix([Samples.still], Samples.sight(.appeared, .pickerCancelled))
    #expect(matrix.unmatched.map(\.reason) == [.showsNothing("photos-still")])
    #expect(rows(of: matrix).isEmpty)
  }

  @Test func `a row that a person named wrongly does not count`() throws {
    let edited = row("edited") { $0.content = "edited photo" }
    let files = row("files") { $0.source = "Files" }
    for wrong in [edited, files] {
      var record = Samples.sight(.opened)
      record.row = RowReference(id: wrong.id, revision: "any")
      let matrix = try matrix([Samples.still, wrong], record)
      #expect(matrix.unmatched.map(\.reason) == [.contradictsRow(wrong.id)])
      #expect(rows(of: matrix).isEmpty)
    }
    var right = Samples.sight(.opened)
    right.row = RowReference(id: "photos-still", revision: "any")
    #expect(try rows(of: matrix([Samples.still], right)) == ["photos-still"])
  }

  @Test func `what a person saw follows the device's record of the same share`() throws {
    var vague = Samples.sight(.couldNotOpen, number: 1)
    vague.source = nil
    vague.content = nil
    let matrix = try matrix([Samples.still], vague, Samples.photo(1))
    #expect(matrix.unmatched.isEmpty)
    #expect(matrix.rows[0][.manual].verdict == .fail)
    #expect(matrix.rows[0][.device].verdict == .pass)
  }

  @Test func `unmatched records keep their order and say what would help`() throws {
    var first = Samples.photo(1)
    first.row = RowReference(id: "gone", revision: "any")
    let second = Samples.sight(.opened)
    let matrix = try matrix([Samples.link], first, second)
    #expect(matrix.unmatched.map(\.share) == [first.id, second.id])
    #expect(matrix.unmatched.map(\.reason) == [.unknownRow("gone"), .fitsNone])
    #expect(matrix.unmatched.allSatisfy { $0.reason.description.contains("row") })
  }

  @Test func `many records and rows are matched in one pass`() throws {
    let rows = (0..<2_000).map { number in
      row("row-\(number)") {
        $0.items[0].attachments[0].append(TypeIdentifier("com.example.t\(number)"))
      }
    }
    let records = (0..<2_000).map { number in
      ShareRecord(
        id: ShareID(milliseconds: Int64(number)), origin: .device,
        items: [
          .init(attachments: [
            AttachmentRecord(
              representations: rows[number].items[0].attachments[0].map {
                RepresentationRecord($0, delivery: .file)
              })
          ])
        ])
    }
    let matrix = try TypeMatrix(
      contract: InputContract(name: "Example", rule: Samples.rule, rows: rows), records: records)
    #expect(matrix.unmatched.isEmpty)
    #expect(matrix.rows.allSatisfy { $0[.device].observations.count == 1 })
  }
}

/// Records of one share.
struct RecordJoiningTests {
  private typealias Samples = MatrixSamples

  @Test func `the lines of extension and app about one share are one observation`() {
    let intake = Samples.photo {
      $0.readBack = nil
    }
    var host = Samples.photo {
      $0.result = nil
      $0.handedOver = nil
      $0.readBack = .init(by: .host, failure: .digestMismatch)
      for index in $0.representations.indices { $0.representations[index].attempt = nil }
    }
    host.seen = [.couldNotOpen]
    for order in [[intake, host], [host, intake]] {
      let joined = ShareRecord.joining(order)
      #expect(joined.count == 1)
      #expect(joined[0].seen == [.couldNotOpen])
      let attachment = joined[0].attachments[0]
      #expect(attachment.result == Samples.photo().attachments[0].result)
      #expect(attachment.handedOver == .copy)
      #expect(attachment.readBack?.failure == .digestMismatch)
      #expect(attachment.representations[0].attempt != nil)
    }
  }

  @Test func `a line that declares nothing adds what a person saw`() {
    var seen = Samples.sight(.opened, number: 1)
    seen.origin = .device
    #expect(ShareRecord.joining([Samples.photo(1), seen]).count == 1)
    #expect(ShareRecord.joining([seen, Samples.photo(1)])[0].items.count == 1)
  }

  @Test func `lines of other origins or other declarations stay apart`() {
    let other = Samples.photo(1) { $0.representations.removeLast() }
    let records = [Samples.photo(1), Samples.photo(1, .synthetic), other, Samples.photo(2)]
    #expect(ShareRecord.joining(records) == records)
  }

  @Test func `two replays of one share that came out differently are two observations`() throws {
    let failed = Samples.photo(1, .synthetic, at: 10) {
      $0.result = .refused(.loadFailed, at: .loading)
    }
    let passed = Samples.photo(1, .synthetic, at: 20)
    for records in [[failed, passed], [passed, failed]] {
      #expect(ShareRecord.joining(records).count == 2)
      let matrix = try TypeMatrix(contract: Samples.contract(Samples.still), records: records)
      #expect(matrix.rows[0][.synthetic].verdict == .pass)
    }
    var later = failed
    later.recordedAt = 30
    let matrix = try TypeMatrix(
      contract: Samples.contract(Samples.still), records: [passed, later])
    #expect(matrix.rows[0][.synthetic].verdict == .fail)
  }

  @Test func `a path that is not the copy outlives the copy, whichever line comes first`() throws {
    let copy = Samples.photo(1, .device) { $0.handedOver = .copy }
    let path = Samples.photo(1, .device) { $0.handedOver = .temporaryFile }
    for records in [[copy, path], [path, copy]] {
      let joined = ShareRecord.joining(records)
      #expect(joined.count == 1)
      #expect(joined[0].attachments[0].handedOver == .temporaryFile)
      let matrix = try TypeMatrix(contract: Samples.contract(Samples.still), records: records)
      #expect(matrix.rows[0][.device].verdict == .fail)
    }
  }

  @Test func `a failed read-back outlives a good one, and the app's word that of the extension`()
    throws
  {
    func readBack(_ readBacks: AttachmentRecord.ReadBack...) -> AttachmentRecord.ReadBack? {
      ShareRecord.joining(
        readBacks.map { readBack in Samples.photo { $0.readBack = readBack } })[0].attachments[0]
        .readBack
    }
    #expect(readBack(.init(by: .intake), .init(by: .host)) == .init(by: .host))
    #expect(
      readBack(.init(by: .intake, failure: .notFound), .init(by: .host))
        == .init(by: .intake, failure: .notFound))
    #expect(
      readBack(.init(by: .host), .init(by: .intake, failure: .notFound))
        == .init(by: .intake, failure: .notFound))
  }
}

/// What records leave out of dynamic types.
struct RecordedTypesTests {
  @Test func `a row fits a record from which the names in dynamic types were left out`() throws {
    // Stands for the file extension "acme", of which records tell nothing.
    let dynamic = DynamicType(conformsTo: ["public.data"], tags: [.filenameExtension("acme")])
    let row = ContractRow(
      id: "files-acme", source: "Files", content: "plan",
      items: [SharedItem(attachments: [[dynamic.identifier]])],
      expectations: [Expectation(.stored, representation: dynamic.identifier)], tests: ["A.t()"])
    let record = ShareRecord(
      id: MatrixSamples.id(1), origin: .device, source: "Files",
      system: .init(name: "iOS 26.1"),
      items: [
        .init(attachments: [
          AttachmentRecord(
            representations: [RepresentationRecord(dynamic.identifier, delivery: .file)],
            result: .stored(
              declaredType: dynamic.identifier, contentType: "public.data", size: .bytes(1)))
        ])
      ])
    let recorded = try ShareRecordFile(reading: record.jsonLine).records
    #expect(recorded[0].declaredItems != row.items)
    let matrix = try TypeMatrix(
      contract: MatrixSamples.contract(row), records: recorded,
      tests: [TestObservation("A.t()", .passed)])
    #expect(matrix.rows[0][.device].verdict == .pass)
    #expect(matrix.isGreen)
  }
}
