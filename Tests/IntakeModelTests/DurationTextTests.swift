import IntakeModel
import Testing

struct DurationTextTests {
  @Test(arguments: [
    ("30s", Duration.seconds(30)), ("5m", .seconds(300)), ("2h", .seconds(7_200)),
    ("7d", .seconds(604_800)), ("1h30m", .seconds(5_400)), ("250ms", .milliseconds(250)),
    ("90", .seconds(90)), ("1m500ms", .milliseconds(60_500)),
  ])
  func `a duration is read as a person writes it`(_ text: String, _ duration: Duration) {
    #expect(DurationText.read(text) == duration)
  }

  @Test(
    arguments: [
      "", "s", "0", "0s", "-5s", "5 s", "1.5h", "5y", "5mm", "m5", "9223372036854775807d",
      "٣s",
      "1h 30m", "99999999999d", "5s5",
    ])
  func `anything else is none`(_ text: String) {
    #expect(DurationText.read(text) == nil)
  }

  @Test(arguments: [1, 999, 1_000, 61_000, 3_600_000, 90_061_001, 86_400_000 * 400])
  func `the exact text reads back`(_ milliseconds: Int) {
    let duration = Duration.milliseconds(milliseconds)
    #expect(DurationText.read(DurationText.exact(duration)) == duration)
  }

  @Test(arguments: [
    (Duration.milliseconds(424), "0.42 s"), (.milliseconds(9_996), "10.0 s"),
    (.milliseconds(12_340), "12.3 s"), (.seconds(200), "3 m 20 s"), (.seconds(7_500), "2 h 5 m"),
    (.seconds(7_200), "2 h"), (.zero, "0.00 s"),
  ])
  func `a report rounds`(_ duration: Duration, _ text: String) {
    #expect(DurationText.rounded(duration) == text)
  }

  @Test func `no duration is too long for a report`() {
    #expect(DurationText.coarse(.seconds(Int64.max)).hasSuffix("h") == true)
    #expect(DurationText.coarse(.seconds(-5)) == "0 s")
  }
}
