import IntakeModel
import Testing
import intake

struct ProgressTests {
  private static func rate(_ bytesPerSecond: Int64) -> RateEstimate {
    var rate = RateEstimate()
    rate.note(bytes: 0, at: .zero)
    rate.note(bytes: bytesPerSecond, at: .seconds(1))
    return rate
  }

  @Test(arguments: 1...130, [true, false])
  func `the line fits every width`(_ width: Int, _ unicode: Bool) {
    for expected in [nil, ByteCount.zero, .gibibytes(3), .bytes(.max)] {
      let counts = ProgressCounts(
        bytesDone: .mebibytes(1_234), bytesExpected: expected, stored: 99_999, refused: 12,
        files: expected == nil ? nil : 100_000)
      let line = ProgressLine.text(
        counts, rate: Self.rate(1), width: width, showsUnicode: unicode)
      #expect(DisplayWidth.of(line) <= width)
      if !unicode { #expect(line.utf8.allSatisfy { $0 < 0x80 }) }
    }
  }

  @Test func `a wide line tells everything`() {
    let counts = ProgressCounts(
      bytesDone: .mebibytes(512), bytesExpected: .gibibytes(1), stored: 4, refused: 1, files: 9)
    let line = ProgressLine.text(
      counts, rate: Self.rate(64 << 20), width: 120, showsUnicode: false)
    let bar = "[###############---------------]"
    #expect(
      line == bar + "   50%  512 MiB of 1.00 GiB  64.0 MiB/s  8 s left  4 of 9 done  1 refused")
  }

  @Test func `it is drawn ten times a second at most, and not for what is soon done`() {
    var bar = ProgressBar(showsUnicode: false)
    let drawn = (0..<1_000).filter {
      bar.line(for: ProgressCounts(), at: .milliseconds($0), width: 80) != nil
    }
    #expect(drawn == [200, 300, 400, 500, 600, 700, 800, 900])
  }

  @Test func `the rate follows what happens, smoothly`() throws {
    var rate = Self.rate(1_000)
    #expect(rate.bytesPerSecond == 1_000)
    rate.note(bytes: 1_000, at: .seconds(2))
    let slower = try #require(rate.bytesPerSecond)
    #expect(slower > 500 && slower < 1_000)
    for second in 3..<60 { rate.note(bytes: 1_000, at: .seconds(second)) }
    #expect(rate.timeLeft(for: 1_000) == nil)
  }

  @Test func `time that stands still or turns back does no harm`() {
    var rate = Self.rate(1_000)
    rate.note(bytes: 5_000, at: .seconds(1))
    rate.note(bytes: 9_000, at: .zero)
    #expect(rate.bytesPerSecond == 1_000)
  }
}
