/// What one more attachment costs, freed from what a run costs anyway.
package enum CostPerAttachment {
  /// The cost between two runs of different numbers, for each attachment more.
  ///
  /// - Returns: `nil` where the numbers are the same.
  package static func between(
    _ few: (number: Int, cost: Double), _ many: (number: Int, cost: Double)
  ) -> Double? {
    guard few.number != many.number else { return nil }
    return (many.cost - few.cost) / Double(many.number - few.number)
  }
}
