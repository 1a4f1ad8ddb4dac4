import ShareContract
import Testing

/// Rows, cells and verdicts.
struct TypeMatrixTests {
  private typealias Samples = MatrixSamples

  private func matrix(
    _ rows: [ContractRow] = [Samples.still], _ records: [ShareRecord] = [],
    tests: [TestObservation] = Samples.passed
  ) throws -> TypeMatrix {
    try TypeMatrix(
      contract: InputContract(name: "Example", rule: Samples.rule, rows: rows), records: records,
      tests: tests)
  }

  private func cell(_ column: TypeMatrix.Column, _ records: [ShareRecord]) throws -> TypeMatrix.Cell
  {
    try matrix([Samples.still], records).rows[0][column]
  }

  // MARK: Rows

  @Test func `a supported row whose tests passed is green`() throws {
    let matrix = try matrix()
    #expect(matrix.isGreen)
    #expect(matrix.rows[0].cells.map(\.verdict) == [.pass, .notTested, .notTested, .notTested])
    #expect(matrix.rows[0].verdict == .pass)
  }

  @Test func `a supported row that names no test is red, whatever was observed`() throws {
    var row = Samples.still
    row.tests = []
    let records = ShareRecord.Origin.allCases.enumerated().map {
      Samples.photo(UInt8($0.offset), $0.element)
    }
    let matrix = try matrix([row], records)
    #expect(matrix.rows[0].shortcomings == [.namesNoTest])
    #expect(matrix.rows[0].shortcomings[0].description.hasPrefix("names no test"))
    #expect(matrix.rows[0].verdict == .notTested)
    #expect(!matrix.isGreen)
  }

  @Test(arguments: TestObservation.Verdict.allCases.filter { $0 != .passed })
  func `a named test that did anything but pass is not green`(verdict: TestObservation.Verdict)
    throws
  {
    let name = Samples.still.tests[0]
    let row = try matrix(tests: [TestObservation(name, verdict)]).rows[0]
    #expect(!row.isGreen)
    #expect(row[.automated].verdict == (verdict == .failed ? .fail : .notTested))
  }

  @Test func `a named test that nobody knows, and one without any results, is not green`() throws {
    let other = [TestObservation("PhotosTests.ShareTests/livePhoto()", .passed)]
    for tests in [other, []] {
      let row = try matrix(tests: tests).rows[0]
      #expect(row.shortcomings == [.cell(.automated, .notTested)])
    }
    #expect(
      try matrix(tests: other).rows[0][.automated].observations[0].observed == [
        "no test of this name ran"
      ])
    #expect(
      try matrix(tests: []).rows[0][.automated].observations[0].observed == [
        "no test results were given"
      ])
  }

  @Test func `every test that a row names has to pass`() throws {
    var row = Samples.still
    row.tests.append("PhotosTests.ShareTests/order()")
    let failed = Samples.passed + [TestObservation("PhotosTests.ShareTests/order()", .failed)]
    #expect(try matrix([row], tests: failed).rows[0].verdict == .fail)
    #expect(try matrix([row]).rows[0].verdict == .notTested)
  }

  @Test func `a row of which nothing is demanded needs one observation that passes`() throws {
    #expect(try matrix([Samples.link]).rows[0].shortcomings == [.nothingObserved(isStale: false)])
    let refused = ShareRecord(
      id: Samples.id(3), origin: .synthetic,
      items: [
        .init(attachments: [
          AttachmentRecord(
            representations: [RepresentationRecord("public.url", delivery: .data)],
            result: .refused(.noAcceptedType, at: .selection))
        ])
      ])
    #expect(try matrix([Samples.link], [refused]).isGreen)
  }

  @Test func `a contract without rows is not green`() throws {
    #expect(try !matrix([]).isGreen)
  }

  @Test func `an objection keeps a matrix from being green`() throws {
    let matrix = try TypeMatrix(
      contract: Samples.contract(Samples.still), records: [], tests: Samples.passed,
      objections: ["the results are cut"])
    #expect(matrix.rows.allSatisfy { $0.isGreen } && !matrix.isGreen)
  }

  // MARK: Devices

  @Test func `only a device fills the cell that demands one`() throws {
    var row = Samples.still
    row.requiresDevice = true
    let others: [ShareRecord.Origin] = [.automated, .synthetic, .manual, .reported]
    let records = others.enumerated().map { Samples.photo(UInt8($0.offset), $0.element) }
    let without = try matrix([row], records).rows[0]
    #expect(without[.device].verdict == .notTested)
    #expect(without[.device].isDemanded)
    #expect(without.shortcomings == [.cell(.device, .notTested)])
    #expect(try matrix([row], records + [Samples.photo(9, .device)]).isGreen)
  }

  @Test func `a record that repeats a report is counted, and observes nothing`() throws {
    let matrix = try matrix([Samples.still], [Samples.photo(1, .reported)])
    #expect(matrix.reportedCount == 1)
    #expect(matrix.unmatched.isEmpty)
    #expect(matrix.rows[0].cells.dropFirst().allSatisfy { $0.observations.isEmpty })
  }

  @Test(arguments: [
    (ShareRecord.Origin.automated, TypeMatrix.Column.automated), (.synthetic, .synthetic),
    (.manual, .manual), (.device, .device),
  ])
  func `each origin has its column`(origin: ShareRecord.Origin, column: TypeMatrix.Column) throws {
    let row = try matrix([Samples.still], [Samples.photo(1, origin)]).rows[0]
    let filled = row.cells.filter { cell in
      cell.observations.contains { $0.witness == .share(Samples.id(1)) }
    }
    #expect(filled.map(\.column) == [column])
    #expect(filled.map(\.verdict) == [.pass])
  }

  // MARK: Revisions

  @Test func `a record of an older revision is stale`() throws {
    var old = Samples.photo()
    old.row = RowReference(id: "photos-still", revision: "older")
    #expect(try cell(.device, [old]).verdict == .stale)
    var row = Samples.still
    row.requiresDevice = true
    #expect(try matrix([row], [old]).rows[0].verdict == .stale)
  }

  @Test func `a record of the row as it is counts, and a stale one beside it does not`() throws {
    var old = Samples.photo(1, at: 10)
    old.row = RowReference(id: "photos-still", revision: "older")
    var new = Samples.photo(2, at: 5)
    new.row = RowReference(id: "photos-still", revision: try Samples.still.revision)
    #expect(try cell(.device, [old, new]).verdict == .pass)
    #expect(try cell(.device, [old, new]).observations.map(\.verdict) == [.pass, .stale])
  }

  @Test func `a stale cell that nothing demands leaves the row green`() throws {
    var old = Samples.photo()
    old.row = RowReference(id: "photos-still", revision: "older")
    let matrix = try matrix([Samples.still], [old])
    #expect(matrix.isGreen)
    #expect(matrix.rows[0][.device].verdict == .stale)
  }

  // MARK: Several observations

  @Test func `of the same system and build the newest counts`() throws {
    let failed = { (number: UInt8, time: Int64) in
      Samples.photo(number, at: time) { $0.readBack = .init(by: .host, failure: .digestMismatch) }
    }
    #expect(try cell(.device, [failed(1, 10), Samples.photo(2, at: 20)]).verdict == .pass)
    #expect(try cell(.device, [Samples.photo(2, at: 20), failed(1, 10)]).verdict == .pass)
    #expect(try cell(.device, [Samples.photo(1, at: 10), failed(2, 20)]).verdict == .fail)
  }

  @Test func `a failure on one device is not hidden by a success on another`() throws {
    var failed = Samples.photo(1, at: 10) { $0.readBack = .init(by: .host, failure: .notFound) }
    failed.system?.device = "iPad16,3"
    #expect(try cell(.device, [failed, Samples.photo(2, at: 20)]).verdict == .fail)
    var fresh = Samples.photo(1, at: 10) { $0.readBack = .init(by: .host, failure: .notFound) }
    fresh.system?.isFreshInstallation = true
    #expect(try cell(.device, [fresh, Samples.photo(2, at: 20)]).verdict == .fail)
    var build = Samples.photo(1, at: 10) { $0.readBack = .init(by: .host, failure: .notFound) }
    build.build = "11"
    #expect(try cell(.device, [build, Samples.photo(2, at: 20)]).verdict == .fail)
  }

  @Test func `what has no time, or the same, is not hidden`() throws {
    let failed = Samples.photo(1) { $0.readBack = .init(by: .host, failure: .notFound) }
    #expect(try cell(.device, [failed, Samples.photo(2, at: 20)]).verdict == .fail)
    let same = Samples.photo(1, at: 20) { $0.readBack = .init(by: .host, failure: .notFound) }
    #expect(try cell(.device, [same, Samples.photo(2, at: 20)]).verdict == .fail)
  }

  @Test func `a share that was broken off neither shows nor hides anything`() throws {
    var cancelled = Samples.sight(.pickerCancelled)
    #expect(try cell(.manual, [cancelled]).verdict == .notTested)
    cancelled.recordedAt = 30
    var opened = Samples.sight(.opened, number: 8)
    opened.recordedAt = 20
    #expect(try cell(.manual, [cancelled, opened]).verdict == .pass)
    var failed = Samples.sight(.couldNotOpen, number: 7)
    failed.recordedAt = 20
    #expect(try cell(.manual, [cancelled, failed]).verdict == .fail)
  }

  @Test func `the order of the records does not matter`() throws {
    let records = (0..<12).map { number in
      Samples.photo(UInt8(number), at: Int64(number * 7 % 5)) { attachment in
        if number.isMultiple(of: 3) { attachment.handedOver = .temporaryFile }
      }
    }
    let expected = try matrix([Samples.still], records).rows[0][.device]
    for shift in 1..<records.count {
      let rotated = Array(records[shift...] + records[..<shift])
      #expect(try matrix([Samples.still], rotated).rows[0][.device].verdict == expected.verdict)
    }
  }

  // MARK: Totals

  @Test func `totals count rows and cells by verdict`() throws {
    let matrix = try matrix([Samples.still, Samples.link], [Samples.photo(1)])
    let totals = matrix.totals
    #expect((totals.rows, totals.redRows) == (2, 1))
    #expect(totals.rows(.pass) == 1 && totals.rows(.notTested) == 1)
    #expect(totals.cells(.device, .pass) == 1 && totals.cells(.device, .notTested) == 1)
    #expect(totals.demandedCells(.automated) == 1)
    #expect(matrix.summary == "2 rows: 1 pass, 1 not tested; 1 red")
  }

  @Test
  func `a device record that does not say on what system fills no cell, and hides no failure`()
    throws
  {
    var passed = Samples.photo(1, at: 10)
    passed.system = nil
    #expect(try cell(.device, [passed]).verdict == .notTested)
    var refused = Samples.photo(2, at: 5)
    refused.items[0].attachments[0].result = .refused(.emptyContent, at: .validation)
    refused.system = nil
    #expect(try cell(.device, [refused, passed]).verdict == .fail)
  }

  @Test func `a device that took a share for which nothing should appear fails`() throws {
    let row = ContractRow(
      id: "page", source: "Safari", content: "page",
      items: [SharedItem(attachments: [["public.url"]])],
      expectations: [Expectation(.refused(.noAcceptedType))], requiresDevice: true)
    let attachment = AttachmentRecord(
      representations: [RepresentationRecord("public.url", delivery: .data)],
      result: .refused(.noAcceptedType, at: .selection))
    let record = ShareRecord(
      id: Samples.id(1), origin: .device, source: "Safari", system: .init(name: "iOS 26.1"),
      items: [.init(attachments: [attachment])])
    #expect(try matrix([row], [record]).rows[0][.device].verdict == .fail)
    var seen = record
    seen.items[0].attachments[0].result = nil
    seen.seen = [.didNotAppear]
    #expect(try matrix([row], [seen]).rows[0][.device].verdict == .pass)
  }
}
