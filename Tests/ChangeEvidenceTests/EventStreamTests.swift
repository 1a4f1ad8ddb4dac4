import ChangeEvidence
import IntakeModel
import ShareContract
import Testing

/// Streams as Swift Testing wrote them.
struct EventStreamTests {
  private static func read(_ name: String, _ version: String) throws -> TestReport {
    try EventStream().read(RecordedStreams.bytes(name, version: version))
  }

  static let verdicts: [(String, TestObservation.Verdict)] = [
    ("PhotosTests.BrokenSuite/neverStarts()", .notRun),
    ("PhotosTests.EmptyTests/`slash / in (name): 3:4`(s:)", .passed),
    ("PhotosTests.EmptyTests/confirmed()", .failed),
    ("PhotosTests.EmptyTests/crashes()", .passed),
    ("PhotosTests.EmptyTests/noCases(n:)", .skipped),
    ("PhotosTests.EmptyTests/notBroken()", .failed),
    ("PhotosTests.EmptyTests/requirement()", .failed),
    ("PhotosTests.ShareTests/Nested/inner()", .passed),
    (#"PhotosTests.ShareTests/`a "quoted" <name> is stored`()"#, .passed),
    ("PhotosTests.ShareTests/album(count:)", .failed),
    ("PhotosTests.ShareTests/cancelled()", .cancelled),
    ("PhotosTests.ShareTests/displayed()", .passed),
    ("PhotosTests.ShareTests/knownIssue()", .passed),
    ("PhotosTests.ShareTests/labelled(_:with:)", .passed),
    ("PhotosTests.ShareTests/livePhoto()", .failed),
    ("PhotosTests.ShareTests/slow()", .passed),
    ("PhotosTests.ShareTests/someCancelled(n:)", .cancelled),
    ("PhotosTests.ShareTests/stillPhoto()", .passed),
    ("PhotosTests.ShareTests/thrown()", .failed),
    ("PhotosTests.ShareTests/video()", .skipped),
    ("PhotosTests.ShareTests/warned()", .passed),
    ("PhotosTests.SkippedSuite/never()", .skipped),
    ("PhotosTests.freeFunction()", .passed),
  ]

  @Test(arguments: RecordedStreams.versions)
  func `each test has its verdict, under a name without its place`(version: String) throws {
    let report = try Self.read("mixed", version)
    #expect(report.results.map(\.name) == Self.verdicts.map(\.0))
    #expect(report.results.map(\.verdict) == Self.verdicts.map(\.1))
    #expect(report.isComplete)
    #expect(report.saysFailed)
  }

  @Test(arguments: RecordedStreams.versions)
  func `durations and places are those of the stream`(version: String) throws {
    let report = try Self.read("mixed", version)
    let slow = try #require(report.results.first { $0.name == "PhotosTests.ShareTests/slow()" })
    let duration = try #require(slow.duration)
    #expect(duration > .milliseconds(119) && duration < .seconds(1))
    #expect(slow.place?.description == "Tests/PhotosTests/ShareTests.swift:12:4")
    let skipped = try #require(report.results.first { $0.verdict == .skipped })
    #expect(skipped.duration == nil)
  }

  @Test func `issues have a kind and a place, and nothing of their text`() throws {
    let report = try Self.read("mixed", "6.3.0")
    func issues(_ name: String) -> [TestIssue] {
      report.results.first { $0.name == "PhotosTests." + name }?.issues ?? []
    }
    #expect(issues("ShareTests/livePhoto()").map(\.kind) == [.expectation])
    #expect(
      issues("ShareTests/livePhoto()").first?.place?.description
        == "Tests/PhotosTests/ShareTests.swift:6:28")
    #expect(issues("ShareTests/thrown()").map(\.kind) == [.error])
    #expect(issues("ShareTests/knownIssue()").map(\.severity) == [.known])
    #expect(issues("ShareTests/warned()").map(\.severity) == [.warning])
    #expect(issues("ShareTests/warned()").map(\.kind) == [.recorded])
    #expect(issues("EmptyTests/notBroken()").map(\.kind) == [.knownIssueMissing])
    #expect(issues("EmptyTests/confirmed()").map(\.kind) == [.confirmation])
    #expect(report.issues.map(\.kind) == [.error])
    for text in ["secret", "private", "Caught error", "half way", "IMG_1"] {
      #expect(!"\(report)".contains(text))
    }
  }

  @Test(arguments: RecordedStreams.versions)
  func `a run that crashed is not complete, and what had begun did not end`(version: String) throws
  {
    let report = try Self.read("crashed", version)
    #expect(!report.isComplete)
    let crashed = report.results.first { $0.name == "PhotosTests.EmptyTests/crashes()" }
    #expect(crashed?.verdict == .unfinished)
    #expect(!report.results.contains { $0.name.hasSuffix("slow()") && $0.verdict == .passed })
  }

  @Test(arguments: RecordedStreams.versions)
  func `a run of passing tests is complete and green`(version: String) throws {
    let report = try Self.read("passing", version)
    #expect(report.isComplete && !report.saysFailed && report.issues.isEmpty)
    #expect(report.results.map(\.verdict) == [.passed, .passed, .passed])
    #expect(report.observations.map(\.name) == report.results.map(\.name))
  }

  @Test func `a stream that is cut anywhere is never complete, and never an error`() throws {
    let bytes = try RecordedStreams.bytes("passing", version: "6.3.0")
    for length in stride(from: 0, to: bytes.count - 1, by: 11) {
      let report = try EventStream().read(Array(bytes[..<length]))
      #expect(!report.isComplete, "\(length) bytes")
    }
    // All but the last line feed: nothing is missing.
    #expect(try EventStream().read(Array(bytes.dropLast())).isComplete)
  }

  @Test func `places are told from the folder of the package`() throws {
    let text = try RecordedStreams.text("mixed", version: "6.3.0")
      .replacing("ath\":\"Tests", with: #"ath":"\/home\/someone\/photos\/Tests"#)
    let report = try EventStream(packageFolder: "/home/someone/photos/").read(Array(text.utf8))
    #expect(
      report.results.last?.place?.description == "Tests/PhotosTests/ShareTests.swift:22:2")
    let elsewhere = try EventStream(packageFolder: "/home/someone/pho").read(Array(text.utf8))
    #expect(elsewhere.results.last?.place?.description == "PhotosTests/ShareTests.swift:22:2")
    #expect(!"\(elsewhere)".contains("someone"))
  }

  @Test func `an issue counts also when it comes after the end of its test`() throws {
    let lines = try RecordedStreams.text("mixed", version: "6.3.0").split(separator: "\n")
      .map(String.init)
    let issues = lines.filter { $0.contains("issueRecorded") }
    // Without the runner's own mark, so that the issue alone decides.
    let rest = lines.filter { !$0.contains("issueRecorded") }.map {
      $0.replacing(#""symbol":"fail""#, with: #""symbol":"pass""#)
    }
    let text = (rest + issues).joined(separator: "\n") + "\n"
    let report = try EventStream().read(Array(text.utf8))
    #expect(report.results.map(\.verdict) == Self.verdicts.map(\.1))
  }

  @Test func `a test that the runner calls failed is failed without an issue`() throws {
    let lines = try RecordedStreams.text("mixed", version: "0").split(separator: "\n")
    let text = lines.filter { !$0.contains("issueRecorded") }.joined(separator: "\n") + "\n"
    let report = try EventStream().read(Array(text.utf8))
    #expect(report.results.map(\.verdict) == Self.verdicts.map(\.1))
  }

  @Test func `kinds that are not known are passed over`() throws {
    let unknown = """
      {"version":"6.3.0","kind":"weather","payload":7}
      {"version":"6.3.0","kind":"event","payload":{"kind":"testMoved","testID":3}}

      """
    let text = try unknown + RecordedStreams.text("passing", version: "6.3.0")
    #expect(try EventStream().read(Array(text.utf8)) == Self.read("passing", "6.3.0"))
  }

  @Test func `an empty stream is not complete`() throws {
    let report = try EventStream().read([])
    #expect(!report.isComplete && report.results.isEmpty)
  }

  static let bad: [(String, String)] = [
    ("<testsuites/>\n", "line 1, column 1: "),
    ("[]\n", "line 1, column 1: expected an object, found an array"),
    (
      "{\"version\":0,\"kind\":\"event\"}\n",
      "line 1, column 1: expected an object with the member 'payload'"
    ),
    (
      "{\"version\":7,\"kind\":\"event\",\"payload\":{}}\n",
      "line 1, column 12: expected version 0 or 6.3.0"
    ),
    ("{\"kind\":\"event\",\"payload\":{}}\n", "with the member 'version'"),
    ("{\"version\":0,\"payload\":{}}\n", "with the member 'kind'"),
    (
      "\n{\"version\":0,\"kind\":\"event\",\"payload\":{}}\n",
      "line 2, column 39: expected an event"
    ),
    (
      "{\"version\":0,\"kind\":\"event\",\"payload\":{\"kind\":\"testEnded\"}}\n",
      "expected the member 'testID'"
    ),
    (
      "{\"version\":0,\"kind\":\"test\",\"payload\":{\"id\":\"\(String(repeating: "a", count: 5_000))\"}}\n",
      "at most 4096 bytes, found one of 5000"
    ),
  ]

  @Test(arguments: bad)
  func `what is no stream is an error with its place`(text: String, message: String) throws {
    let error = try #require(throws: DocumentError.self) {
      try EventStream().read(Array(text.utf8))
    }
    #expect("\(error)".contains(message))
  }

  @Test func `a line that is too long or too deep is an error, and no crash`() throws {
    let limit = EventStream.maximumLineLength
    let long = "{\"version\":0,\"kind\":\"\(String(repeating: "k", count: limit))\"}\n"
    #expect(throws: DocumentError.self) { try EventStream().read(Array(long.utf8)) }
    let deep = String(repeating: "[", count: 500_000) + "\n"
    #expect(throws: DocumentError.self) { try EventStream().read(Array(deep.utf8)) }
  }

  @Test func `the arguments of a case may be long`() throws {
    let id = #""M.S/f(_:)/T.swift:1:2""#
    let argument = String(repeating: "7, ", count: 400_000)
    let name = String(repeating: "a", count: 400_000)
    let testCase = #"{"displayName":"\#(name)","id":"argumentIDs: [\#(argument)7]"}"#
    let event = { (kind: String, more: String) in
      #"{"version":0,"kind":"event","payload":{"kind":"\#(kind)","testID":\#(id)\#(more)}}"#
    }
    let lines = [
      event("runStarted", ""),
      #"{"version":0,"kind":"test","payload":{"kind":"function","id":\#(id),"name":"f(_:)","_testCases":[\#(testCase)]}}"#,
      event("testStarted", ""), event("testCaseStarted", #","_testCase":\#(testCase)"#),
      event("testCaseEnded", #","_testCase":\#(testCase)"#), event("testEnded", ""),
      event("runEnded", ""),
    ]
    let report = try EventStream().read(Array((lines.joined(separator: "\n") + "\n").utf8))
    #expect(report.isComplete)
    #expect(report.results.map(\.name) == ["M.S/f(_:)"])
    #expect(report.results.map(\.verdict) == [.passed])
  }

  @Test(arguments: [
    #"{"absolute":1e308}"#, #"{"absolute":-1}"#, #"{"absolute":"soon"}"#, "null",
    #"{"absolute":99999999999}"#,
  ])
  func `times that are none give no duration`(instant: String) throws {
    let event = { (kind: String, instant: String) in
      #"{"version":0,"kind":"event","payload":{"kind":"\#(kind)","instant":\#(instant),"testID":"A.b()"}}"#
    }
    let text = event("testStarted", #"{"absolute":0}"#) + "\n" + event("testEnded", instant) + "\n"
    let report = try EventStream().read(Array(text.utf8))
    #expect(report.results.map(\.duration) == [nil])
    #expect(report.results.map(\.verdict) == [.passed])
  }
}

struct SourcePlaceTests {
  @Test(arguments: [
    "/etc/passwd", "../a.swift", "a/../b.swift", "", "a//b.swift", "a\u{202E}b", "C:\\a", "a\nb",
    String(repeating: "a", count: 1_025),
  ])
  func `a path that leads out of the package is no place`(path: String) {
    #expect(SourcePlace(path: path, line: 1) == nil)
  }

  @Test func `places are in the order of path, line and column`() throws {
    let places = [("b", 1, 1), ("a", 2, 1), ("a", 1, 2), ("a", 1, 1)].compactMap {
      SourcePlace(path: $0.0, line: $0.1, column: $0.2)
    }
    #expect(places.sorted().map(\.description) == ["a:1:1", "a:1:2", "a:2:1", "b:1:1"])
    #expect(SourcePlace(path: "a", line: 0) == nil)
  }
}
