import BenchResults
import Testing

struct SpreadTests {
  @Test func `the median of an odd number of runs is the middle one`() {
    let spread = Spread(of: [9, 1, 5])
    #expect(spread?.median == 5)
    #expect(spread?.least == 1)
    #expect(spread?.most == 9)
  }

  @Test func `the median of an even number of runs lies between the middle two`() {
    #expect(Spread(of: [4, 1, 2, 8])?.median == 3)
  }

  @Test func `no runs have no median`() { #expect(Spread(of: []) == nil) }

  @Test func `a ratio is made pair by pair, and not of medians`() {
    // The medians are 2 and 3; the pairs have 2, 1/2 and 2/3.
    let ratio = Spread.ratio(of: [2, 1, 2], to: [[1, 2, 3]])
    #expect(ratio?.median == 2.0 / 3)
    #expect(ratio?.least == 0.5)
    #expect(ratio?.most == 2)
  }

  @Test func `of several peers the fastest of each round counts`() {
    let ratio = Spread.ratio(of: [6, 6], to: [[2, 3], [3, 2]])
    #expect(ratio?.least == 3)
    #expect(ratio?.most == 3)
  }

  @Test func `runs without a partner have no ratio`() {
    #expect(Spread.ratio(of: [1, 2], to: [[1]]) == nil)
    #expect(Spread.ratio(of: [1], to: []) == nil)
    #expect(Spread.ratio(of: [1], to: [[0]]) == nil)
  }

  @Test func `what one attachment costs leaves the start of the process out`() {
    #expect(CostPerAttachment.between((10, 150), (30, 250)) == 5)
    #expect(CostPerAttachment.between((10, 150), (10, 250)) == nil)
  }
}
