import ChangeEvidence
import IntakeModel
import ShareContract
import Testing

/// Reading of test results in XML.
struct XUnitFileTests {
  private func read(_ text: String) throws -> TestReport { try XUnitFile().read(Array(text.utf8)) }

  private func error(_ text: String) -> DocumentError? {
    do throws(DocumentError) {
      _ = try XUnitFile().read(Array(text.utf8))
      return nil
    } catch {
      return error
    }
  }

  @Test func `names, verdicts and durations are those of the file`() throws {
    let report = try read(
      """
      <?xml version="1.0" encoding="UTF-8"?>
      <testsuites>
        <testsuite name="All" errors="0" tests="3" failures="1" time="0.5">
          <testcase classname="PhotosTests.ShareTests" name="stores()" time="0.25" />
          <testcase classname="PhotosTests.ShareTests" name="fails()" time="1,000.5">
            <failure message="a &lt; b">anything &amp; more <![CDATA[ <a> ]]></failure>
            <system-out>quoted</system-out>
          </testcase>
          <testcase name="free()"><skipped/></testcase>
        </testsuite>
      </testsuites>
      """)
    #expect(report.isComplete)
    #expect(!report.saysFailed)
    #expect(
      report.observations == [
        TestObservation(
          "PhotosTests.ShareTests/fails()", .failed, duration: .milliseconds(1_000_500)),
        TestObservation("PhotosTests.ShareTests/stores()", .passed, duration: .milliseconds(250)),
        TestObservation("free()", .skipped),
      ])
    #expect(report.results[0].issues == [TestIssue(.expectation, .failure)])
  }

  @Test func `the rows of a test that share its name are one test, which fails with one of them`()
    throws
  {
    let report = try read(
      """
      <testsuite tests="3"><testcase classname="A" name="row" time="1"/>\
      <testcase classname="A" name="row" time="2"><error/></testcase>\
      <testcase classname="A" name="row" time="3"/></testsuite>
      """)
    #expect(report.observations == [TestObservation("A/row", .failed, duration: .seconds(6))])
    #expect(report.isComplete)
  }

  @Test func `a test that passed when it was run again passed, and that is noted`() throws {
    let report = try read(
      #"<testsuite tests="1"><testcase name="t"><flakyFailure type="x">no</flakyFailure></testcase></testsuite>"#
    )
    #expect(report.results.map(\.verdict) == [.passed])
    #expect(report.results[0].issues == [TestIssue(.retried, .warning)])
  }

  @Test func `an error outside of any test is told`() throws {
    let report = try read("<testsuite><error/></testsuite>")
    #expect(report.issues == [TestIssue(.error, .failure)])
  }

  @Test func `a file that announces more tests or failures than it has is found out`() throws {
    #expect(try !read(#"<testsuite tests="2"><testcase name="t"/></testsuite>"#).isComplete)
    #expect(try read(#"<testsuite failures="1"><testcase name="t"/></testsuite>"#).saysFailed)
    let nested =
      #"<testsuites><testsuite tests="2" failures="1"><testsuite tests="2" failures="1">"#
      + #"<testcase name="t"/><testcase name="u"><failure/></testcase></testsuite></testsuite></testsuites>"#
    #expect(try read(nested).isComplete)
    #expect(try !read(nested).saysFailed)
  }

  @Test(arguments: [
    #"<testsuites tests="2"><testsuite tests="1"><testcase name="t"/></testsuite></testsuites>"#,
    #"<testsuites failures="1"><testsuite tests="1"><testcase name="t"/></testsuite></testsuites>"#,
    #"<testsuites errors="1"><testsuite tests="1"><testcase name="t"/></testsuite></testsuites>"#,
    #"<testsuites skipped="1"><testsuite tests="1"><testcase name="t"/></testsuite></testsuites>"#,
    #"<testsuite tests="1,000"><testcase name="t"/></testsuite>"#,
    #"<testsuite tests="1" result="FAIL"><testcase name="t"/></testsuite>"#,
    #"<testsuite tests="1"><testcase name="t"><rerunFailure/></testcase></testsuite>"#,
  ])
  func `what the root or a suite announces, and its tests do not have, is red`(_ text: String)
    throws
  {
    let report = try read(text)
    #expect(
      !GateVerdict(GateInput(ending: .exited(0), reports: [.init("x.xml", .tests(report))])).isGreen
    )
    #expect(!report.objections.isEmpty)
  }

  @Test func `a root that announces what its suites have is good`() throws {
    let report = try read(
      """
      <testsuites tests="1,003" failures="0" errors="0" skipped="1"><testsuite tests="1003" disabled="1">\
      \(String(repeating: #"<testcase name="t"/>"#, count: 1_002))<testcase name="u"><skipped/></testcase>\
      </testsuite></testsuites>
      """)
    #expect(report.objections.isEmpty)
  }

  @Test(arguments: [
    (#"status="run" result="completed""#, TestObservation.Verdict.passed),
    (#"status="Passed""#, .passed), (#"status="""#, .passed), (#"result="OK""#, .passed),
    (#"status="fail""#, .failed), (#"status="error""#, .failed), (#"status="Failed""#, .failed),
    (#"status="run" result="failed""#, .failed), (#"result="FAIL""#, .failed),
    (#"status="timed_out""#, .failed), (#"status="passed" result="error""#, .failed),
    (#"status="notrun""#, .skipped), (#"status="NotRun""#, .skipped),
    (#"status="Not Run""#, .skipped), (#"status="run" result="skipped""#, .skipped),
    (#"status="DISABLED""#, .skipped),
    (#"status="incomplete""#, .unfinished), (#"status="passed" result="anything""#, .unfinished),
    (#"status="run" result="inconclusive""#, .unfinished),
  ])
  func `each status is a verdict, and one that is not known is no pass`(
    _ attributes: String, _ verdict: TestObservation.Verdict
  ) throws {
    let report = try read(#"<testsuite tests="1"><testcase name="t" \#(attributes)/></testsuite>"#)
    #expect(report.results.map(\.verdict) == [verdict])
  }

  @Test(arguments: [
    "", #"<?xml version="1.0" encoding="UTF-8"?>"#, "<testsuites>", "<testsui",
    #"<testsuites><testsuite name="a" tests="1"><testcase classname="A" name="b"#,
    "<testsuites><!-- cut", "<testsuites><testsuite/>&am",
  ])
  func `a file that ends early is not complete`(_ text: String) throws {
    #expect(try !read(text).isComplete)
  }

  @Test func `a test within which the file ends did not end`() throws {
    let report = try read(#"<testsuite tests="1"><testcase classname="A" name="b"><system-out>"#)
    #expect(report.observations == [TestObservation("A/b", .unfinished)])
  }

  @Test(arguments: [
    (#"<testsuite>\n<testcase name="a"b"/></testsuite>"#, "line 2, column 19: expected a space"),
    (#"<testsuite>\n<testcase name="<a>"/></testsuite>"#, "line 2, column 17: the value"),
    (
      "<testsuite>\\n\u{1B}[31m</testsuite>", "line 2, column 1: found the control character U+001B"
    ),
    ("<testsuite name=\"a\u{0}\"/>", "line 1, column 19: found the control character U+0000"),
    ("<testsuite>&nbsp;</testsuite>", "line 1, column 12: found an entity that is not built in"),
    ("<testsuite>&#27;</testsuite>", "line 1, column 12: found the control character U+001B"),
    (
      "<testsuite>&#xD800;</testsuite>",
      "line 1, column 12: found an entity that is the number of no"
    ),
    ("<testsuite>& and so on, and on</testsuite>", "line 1, column 12: found '&', which begins no"),
    (
      "<testsuite></testsuites>",
      "line 1, column 12: expected '</testsuite>', found '</testsuites>'"
    ),
    ("<testsuite/><testsuite/>", "line 1, column 13: expected nothing after the root"),
    ("<testsuite a='1' a='2'/>", "line 1, column 18: 'testsuite' has the attribute 'a' twice"),
    ("<testsuite a=1/>", "line 1, column 14: expected the value of the attribute 'a' in quotes"),
    (
      #"<testsuites tests="all"/>"#,
      "line 1, column 1: expected a number of tests for 'tests' of 'testsuites', found 'all'"
    ),
    (
      #"<testsuite errors="-1"/>"#,
      "line 1, column 1: expected a number of tests for 'errors' of 'testsuite', found '-1'"
    ),
    ("<html/>", "line 1, column 1: expected 'testsuites' or 'testsuite', found 'html'"),
    ("no tests at all", "line 1, column 1: expected an element of XML, found 'n'"),
    (#"{"tests": 1}"#, "line 1, column 1: expected an element of XML, found '{'"),
    (
      "<testsuite><testcase/></testsuite>",
      "line 1, column 12: a 'testcase' has no attribute 'name'"
    ),
    (
      #"<!DOCTYPE a [<!ENTITY b "c">]><testsuite/>"#,
      "line 1, column 1: the document type declares entities"
    ),
  ])
  func `what is wrong is told with its place`(_ text: String, _ message: String) throws {
    let text = text.split(separator: #"\n"#, omittingEmptySubsequences: false).joined(
      separator: "\n")
    let found = try #require(error(text))
    #expect("\(found)".hasPrefix(message))
  }

  @Test func `what is not UTF-8 is told`() {
    for (bytes, message) in [
      ([0x3C, 0x61, 0xFF], "the byte 0xFF is not part of UTF-8"),
      ([0xFF, 0xFE, 0x3C, 0x00], "the text is UTF-16; only UTF-8 is read"),
    ] as [([UInt8], String)] {
      do throws(DocumentError) {
        _ = try XUnitFile().read(bytes)
        Issue.record("it was read")
      } catch {
        #expect(error.message == message)
      }
    }
    let latin = Array(#"<?xml version="1.0" encoding="ISO-8859-1"?><testsuite name=""#.utf8)
    #expect(throws: DocumentError.self) {
      try XUnitFile().read(latin + Array("ü".utf8) + Array(#""/>"#.utf8))
    }
    #expect(throws: Never.self) { try XUnitFile().read(latin + Array(#""/>"#.utf8)) }
  }

  @Test func `a text that is deep or has much of something is refused, whatever its size`() {
    #expect(
      error(String(repeating: "<testsuite>", count: 100_000))?.message.hasPrefix("elements lie")
        == true)
    let attributes = (0..<100).map { " a\($0)=''" }.joined()
    #expect(error("<testsuite\(attributes)/>")?.message.contains("more than 64 attributes") == true)
    let long = String(repeating: "a", count: 5_000)
    #expect(
      error("<testsuite><testcase name='\(long)'/></testsuite>")?.message.contains("5000") == true)
    #expect(error("<\(long)/>")?.message.contains("at most 256") == true)
  }

  @Test func `places are told from the folder of the package`() throws {
    let text = Array(
      """
      <testsuite><testcase name="a" file="/work/app/Tests/A.swift" line="7"/>\
      <testcase name="b" file="/home/someone/B.swift" line="8"/></testsuite>
      """.utf8)
    let report = try XUnitFile(packageFolder: "/work/app/").read(text)
    #expect(report.results.map(\.place) == [SourcePlace(path: "Tests/A.swift", line: 7), nil])
  }
}
