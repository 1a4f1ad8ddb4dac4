import BenchResults
import Testing

struct BaselineTests {
  private let baseline = CountBaseline(
    toolchain: "swift-6.3",
    counts: [BenchCount("photos", .systemCalls, 1000), BenchCount("photos", .reservedBytes, 64)])

  private func verdict(_ count: BenchCount) -> CountBaseline.Verdict? {
    baseline.compare([count]).first?.verdict
  }

  @Test func `an equal count is held, and a lower one`() {
    #expect(verdict(BenchCount("photos", .systemCalls, 1000)) == .held(baseline: 1000))
    #expect(verdict(BenchCount("photos", .systemCalls, 10)) == .held(baseline: 1000))
  }

  @Test func `a count may rise by the tolerance of its kind, and by no more`() {
    #expect(verdict(BenchCount("photos", .systemCalls, 1030)) == .held(baseline: 1000))
    #expect(verdict(BenchCount("photos", .systemCalls, 1031)) == .raised(baseline: 1000))
  }

  @Test func `an exact count may not rise at all`() {
    #expect(verdict(BenchCount("photos", .reservedBytes, 64)) == .held(baseline: 64))
    #expect(verdict(BenchCount("photos", .reservedBytes, 65)) == .raised(baseline: 64))
  }

  @Test func `a count that the baseline does not have fails`() {
    #expect(verdict(BenchCount("movies", .systemCalls, 1)) == .unknown)
    #expect(verdict(BenchCount("photos", .allocations, 1)) == .unknown)
    #expect(CountBaseline.Verdict.unknown.fails)
  }

  @Test func `a count of the baseline that nobody made fails`() {
    let judged = baseline.compare([BenchCount("photos", .systemCalls, 1000)])
    #expect(judged.map(\.verdict) == [.held(baseline: 1000), .missing(baseline: 64)])
    #expect(judged.map(\.verdict.fails) == [false, true])
  }

  @Test func `a baseline reads as it was written`() throws {
    #expect(try CountBaseline(reading: baseline.json) == baseline)
  }

  @Test(arguments: [
    "", "[]", #"{"toolchain": "x"}"#,
    #"{"toolchain": "x", "counts": [{"cell": "a", "kind": "seconds", "value": 1}]}"#,
    #"{"toolchain": "x", "counts": [{"cell": "a", "kind": "bytes reserved at peak", "value": -1}]}"#,
    #"{"toolchain": "x", "counts": [{"cell": "a", "kind": "bytes reserved at peak"}]}"#,
  ])
  func `something else is no baseline`(text: String) {
    #expect(throws: CountBaseline.ReadingError.self) {
      try CountBaseline(reading: Array(text.utf8))
    }
  }
}
