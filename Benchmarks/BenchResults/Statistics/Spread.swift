/// The median of several runs, with the least and the most of them.
package struct Spread: Sendable, Hashable {
  package let median: Double
  package let least: Double
  package let most: Double

  /// - Returns: `nil` where there are no values.
  ///
  /// - Complexity: O(*n* log *n*).
  package init?(of values: [Double]) {
    let sorted = values.sorted()
    guard let least = sorted.first, let most = sorted.last else { return nil }
    let middle = sorted.count / 2
    median = sorted.count % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2
    self.least = least
    self.most = most
  }

  /// The same in another unit.
  package func scaled(by factor: Double) -> Spread {
    Spread(median: median * factor, least: least * factor, most: most * factor)
  }

  private init(median: Double, least: Double, most: Double) {
    self.median = median
    self.least = least
    self.most = most
  }
}

extension Spread {
  /// The ratio of ours to theirs, run by run, since what slows one run on a noisy machine slows its neighbour too.
  ///
  /// - Parameter theirs: The runs of each peer; of several, the fastest in each round counts.
  /// - Returns: `nil` where a side has no runs, or not as many as the other.
  package static func ratio(of ours: [Double], to theirs: [[Double]]) -> Spread? {
    guard !theirs.isEmpty, theirs.allSatisfy({ $0.count == ours.count }) else { return nil }
    let ratios = ours.indices.compactMap { run -> Double? in
      guard let fastest = theirs.map({ $0[run] }).min(), fastest > 0 else { return nil }
      return ours[run] / fastest
    }
    return ratios.count == ours.count ? Spread(of: ratios) : nil
  }
}
