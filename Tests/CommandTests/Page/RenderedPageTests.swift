import IntakeTesting
import Testing
import intake

#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// The pages that the command writes, as a browser shows them.
@Suite(
  .timeLimit(.minutes(10)),
  .enabled(if: PageProbe.browser != nil, "no Chromium is installed"))
struct RenderedPageTests {
  private let place: Workplace
  private let probe: PageProbe

  init() throws {
    place = try Workplace()
    probe = PageProbe(folder: place.folder)
  }

  /// The evidence of the worked example, with results that failed and were skipped under awkward names, a device log
  /// with a gap, figures, and a source that is missing.
  private func evidencePage() async throws -> String {
    let example = "\(Workplace.samples)/../Examples/Meadow"
    let set = """
      set -e
      cp '\(example)'/* .
      git init -q --initial-branch=feature/with-a-long-name-that-says-what-it-is-about-and-never-ends
      git add .; git -c user.name=A -c user.email=a@example.com commit -q -m First
      mkdir out
      cat > out/tests.xml <<'END'
      <testsuite tests="3" failures="1" skipped="1">
      <testcase classname="App.ShareTests" name="`a name &lt;with&gt; &quot;quotes&quot; &amp; 😀, which goes on \
      and on as names of tests do that are sentences`()" time="1.25"/>
      <testcase classname="App.ShareTests" name="aNameThatHasNoPlaceAtWhichItCouldBeBrokenAndIsLongerThanAnyWindow\
      OfAPhoneIsWideWhateverItsFont(_:)" time="12.5"><failure/></testcase>
      <testcase classname="App.ShareTests" name="later()"><skipped/></testcase>
      </testsuite>
      END
      cat > out/device.log <<'END'
      Nov 30 08:14:32 Phone kernel[0] <Notice>: memorystatus: killing_specific_process pid 8 (per-process-limit 9)
      Nov 30 08:44:32 Phone kernel[0] <Notice>: of no concern
      END
      cat > out/figures.json <<'END'
      {"charts": [{"title": "Peak memory", "unit": "MiB", "bars": [{"name": "2,000 photos", "value": 12.5},
        {"name": "files.of.a.name.without.any.place.at.which.to.break.it.over.two.lines", "value": 7}]}]}
      END
      """
    let ready = try await ChildProcess(
      "/bin/sh", ["-c", set],
      environment: .only(["PATH": "/usr/bin:/bin", "HOME": "/nonexistent"]),
      workingDirectory: place.folder.path
    ).wait()
    try #require(ready.status == .exited(0), "\(ready.errorOutput)")
    _ = try await place.run(
      "replay", "--rows", "--contract", "share-contract.json", "--output", "out/replays.jsonl")
    let export = try await place.run(
      "evidence", "export", "--contract", "share-contract.json", "--records", "out/replays.jsonl",
      "--results", "tests.jsonl", "--results", "out/tests.xml", "--device-log", "out/device.log",
      "--figures", "out/figures.json", "--output", "out/e.zip")
    try #require(export.output.contains("RESULT   FAILED"), "\(export.errorOutput)")
    let page = try await place.run("evidence", "show", "out/e.zip", "index.html")
    try #require(page.status == .exited(0), "\(page.errorOutput)")
    return page.output
  }

  @Test(arguments: PageProbe.Theme.allCases)
  func `the page of the evidence is readable on a phone and a desk, and loads nothing`(
    theme: PageProbe.Theme
  ) async throws {
    let page = try await evidencePage()
    for text in ["aNameThatHasNoPlace", "Peak memory", "Photos: still photo", "gap in time"] {
      #expect(page.contains(text))
    }
    let findings = try await probe.findings(on: page, theme, widths: [360, 390, 768, 1280])
    #expect(
      findings
        == [360, 390, 768, 1280].map { .init(view: "\($0) \(theme.rawValue)", complaints: []) })
  }

  @Test(arguments: PageProbe.Theme.allCases)
  func `the page of a matrix does not scroll sideways, and loads nothing`(
    theme: PageProbe.Theme
  ) async throws {
    let contract = "\(Workplace.samples)/../Examples/Meadow/share-contract.json"
    let matrix = try await place.run("matrix", "--contract", contract, "--format", "html")
    let findings = try await probe.findings(on: matrix.output, theme, widths: [390, 1280])
    #expect(findings.map(\.view) == ["390 \(theme.rawValue)", "1280 \(theme.rawValue)"])
    // On a narrow screen its tables scroll by themselves.
    let complaints = findings.flatMap(\.complaints).filter {
      !$0.hasPrefix("outside, ") && !$0.hasPrefix("cut, div: ")
    }
    #expect(complaints == [])
  }

  @Test func `a page that is wide, cut, pale, and loads something is found out`() async throws {
    let page = """
      <!DOCTYPE html>
      <html><head><meta name="color-scheme" content="light dark"></head><body>
      <p style="width: 900px">wide</p>
      <p style="width: 3em; overflow: hidden; white-space: nowrap">what is cut</p>
      <p style="color: #888">pale</p>
      <img src="http://127.0.0.1:9/image.png" alt="">
      </body></html>
      """
    let findings = try await probe.findings(on: page, .light, widths: [390, 1280])
    #expect(
      findings == [
        .init(
          view: "390 light",
          complaints: [
            "the page scrolls sideways", "outside, p: wide", "cut, p: what is cut",
            "contrast of 3.5, p: pale", "loads http://127.0.0.1:9/image.png",
          ]),
        .init(
          view: "1280 light",
          complaints: [
            "cut, p: what is cut", "contrast of 3.5, p: pale", "loads http://127.0.0.1:9/image.png",
          ]),
      ])
  }
}
