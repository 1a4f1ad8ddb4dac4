/// Finds what was probably meant.
package enum Suggestion {
  /// The candidate that is nearest to `text`, if one is near enough to be worth a question.
  ///
  /// - Complexity: The product of the two lengths, for each candidate. Long texts are not looked
  ///   at.
  package static func nearest(to text: String, among candidates: [String]) -> String? {
    guard (1...64).contains(text.utf8.count) else { return nil }
    let begun = candidates.filter { text.count >= 2 && $0.hasPrefix(text) }
    if begun.count == 1 { return begun[0] }
    var best: (candidate: String, distance: Int)?
    for candidate in candidates {
      let lengths = (text.utf8.count, candidate.utf8.count)
      let tolerance = max(1, max(lengths.0, lengths.1) / 3)
      // The distance is at least the difference of the lengths.
      guard abs(lengths.0 - lengths.1) <= tolerance else { continue }
      let distance = distance(text, candidate)
      if distance <= tolerance, distance < best?.distance ?? .max { best = (candidate, distance) }
    }
    return best?.candidate
  }

  /// The fewest insertions, deletions, replacements and swaps of neighbours from `left` to `right`.
  package static func distance(_ left: String, _ right: String) -> Int {
    let (a, b) = (Array(left.lowercased().utf8), Array(right.lowercased().utf8))
    var rowBefore: [Int] = []
    var row = Array(0...b.count)
    for i in 1..<(a.count + 1) {
      var next = [i]
      for j in 1..<(b.count + 1) {
        let replaced = row[j - 1] + (a[i - 1] == b[j - 1] ? 0 : 1)
        var least = min(replaced, row[j] + 1, next[j - 1] + 1)
        if i > 1, j > 1, a[i - 1] == b[j - 2], a[i - 2] == b[j - 1] {
          least = min(least, rowBefore[j - 2] + 1)
        }
        next.append(least)
      }
      (rowBefore, row) = (row, next)
    }
    return row[b.count]
  }
}
