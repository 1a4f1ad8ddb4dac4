import IntakeModel
import IntakeTesting
import Testing

@Suite(.timeLimit(.minutes(5))) struct VerdictTextTests {
  private static let verdicts: [(ContentVerdict, String)] =
    [
      (.valid(ContentFacts()), "valid"),
      (.valid(ContentFacts(pages: 117)), "valid pages=117"),
      (
        .valid(ContentFacts(width: 3, height: 4, frames: 5, decodedSize: .bytes(180))),
        "valid width=3 height=4 frames=5 decoded-size=180"
      ),
      (.valid(ContentFacts(entries: 0)), "valid entries=0"),
      (.repairable(ContentFacts(pages: 1)), "repairable pages=1"),
      (.locked, "locked"),
      (
        .refused(.decodedSize, found: 12_000_000_000, limit: 536_870_912),
        "refused decoded-size found=12000000000 limit=536870912"
      ),
      (.refused(.ratio, found: .max, limit: 0), "refused ratio found=9223372036854775807 limit=0"),
    ] + InvalidReason.allCases.map { (.invalid($0), "invalid \($0.name)") }
    + NotValidatedReason.allCases.map { (.notValidated($0), "not-validated \($0.name)") }

  @Test func `a verdict is written as records have it and read back`() {
    for (verdict, text) in Self.verdicts {
      #expect(verdict.text == text)
      #expect(ContentVerdict(text) == verdict)
    }
  }

  @Test(arguments: [
    "", " ", "valid ", " valid", "valid pages", "valid pages=", "valid pages=-1", "valid pages=+1",
    "valid pages=01", "valid pages=1 pages=1", "valid height=1 width=1", "valid colour=1",
    "valid pages=9223372036854775808", "valid\n", "Valid", "locked pages=1", "invalid",
    "invalid Damaged", "invalid damaged twice", "refused ratio found=1", "refused ratio 1 2",
    "refused size found=1 limit=1", "refused ratio found=-1 limit=1", "not-validated",
    "not-validated\u{0}no-validator", "valid pages=\u{661}",
  ]) func `any other text is no verdict`(text: String) {
    #expect(ContentVerdict(text) == nil)
  }

  @Test func `the names in records stay as they are`() {
    #expect(
      InvalidReason.allCases.map(\.name) == [
        "empty", "damaged", "other-type", "no-pages", "encoding", "control-characters",
        "entry-name", "duplicate-entry",
      ])
    #expect(
      NotValidatedReason.allCases.map(\.name) == [
        "no-validator", "loader-blocked", "over-size-limit", "timed-out", "out-of-memory",
        "validator-crashed", "validator-unavailable", "content-unreadable", "unknown-encoding",
        "unsupported-feature",
      ])
    #expect(
      ContentCap.allCases.map(\.rawValue) == [
        "decoded-size", "frames", "objects", "entries", "expanded-size", "ratio", "depth",
      ])
  }

  @Test func `only a document that was read is valid`() {
    for (verdict, text) in Self.verdicts {
      #expect((verdict.name == "valid") == text.hasPrefix("valid"))
      #expect((verdict.facts != nil) == (text.hasPrefix("valid") || text.hasPrefix("repairable")))
    }
  }
}
