import IntakeModel

/// The line that a progress bar shows.
package enum ProgressLine {
  /// A line of at most `width` columns; what matters least is left out first.
  package static func text(
    _ counts: ProgressCounts, rate: RateEstimate, width: Int, showsUnicode: Bool
  ) -> String {
    var parts: [(text: String, weight: Int)] = []
    if let fraction = counts.fraction {
      let percent = "\(Int(fraction * 100))%"
      parts.append((DisplayText.padded(percent, to: 4, alignment: .right), 6))
    }
    parts.append((bytes(counts), 5))
    if let speed = rate.bytesPerSecond {
      parts.append(("\(ByteCount(bytes: Int64(min(speed, 1e18))))/s", 2))
    }
    if let expected = counts.bytesExpected,
      let left = rate.timeLeft(for: (expected - counts.bytesDone).bytes)
    {
      parts.append(("\(DurationText.coarse(left)) left", 4))
    }
    let files = counts.files.map { " of \(max($0, counts.stored))" } ?? ""
    parts.append(("\(counts.stored)\(files) done", 3))
    if counts.refused > 0 { parts.append(("\(counts.refused) refused", 5)) }

    func length() -> Int {
      parts.reduce(0) { $0 + DisplayWidth.of($1.text) } + 2 * max(0, parts.count - 1)
    }
    while parts.count > 1, length() > width,
      let least = parts.indices.min(by: { parts[$0].weight < parts[$1].weight })
    {
      parts.remove(at: least)
    }
    let line = parts.map(\.text).joined(separator: "  ")
    guard let fraction = counts.fraction else { return DisplayText.prefix(line, width) }
    let room = min(30, width - length() - 4)
    guard room >= 8 else { return DisplayText.prefix(line, width) }
    return bar(fraction, columns: room, showsUnicode: showsUnicode) + "  " + line
  }

  /// `1.20 of 2.67 GiB`, or with both units where they differ.
  private static func bytes(_ counts: ProgressCounts) -> String {
    let done = counts.bytesDone.description
    guard let expected = counts.bytesExpected, expected > .zero else { return done }
    let whole = max(expected, counts.bytesDone).description
    let number = done.prefix { $0 != " " }
    let sharesUnit = done.dropFirst(number.count) == whole.drop { $0 != " " }
    return "\(sharesUnit ? String(number) : done) of \(whole)"
  }

  private static func bar(_ fraction: Double, columns: Int, showsUnicode: Bool) -> String {
    let filled = Int(fraction * Double(columns))
    let (full, empty) = showsUnicode ? ("━", "┄") : ("#", "-")
    let line =
      String(repeating: full, count: filled) + String(repeating: empty, count: columns - filled)
    return showsUnicode ? line : "[\(line)]"
  }
}
