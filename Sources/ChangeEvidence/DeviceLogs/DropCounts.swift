/// How many of what were dropped, by kind. Without a dictionary, since there is one for each line of a log.
struct DropCounts {
  private var counts = SIMD16<Int64>()

  subscript(kind: DeviceLogSummary.Dropped) -> Int {
    get { Int(counts[kind.lane]) }
    set { counts[kind.lane] = Int64(newValue) }
  }

  static func += (counts: inout Self, more: Self) { counts.counts &+= more.counts }

  /// Those of which there are any.
  var byKind: [DeviceLogSummary.Dropped: Int] {
    let pairs = DeviceLogSummary.Dropped.allCases.map { ($0, self[$0]) }
    return Dictionary(uniqueKeysWithValues: pairs.filter { $0.1 > 0 })
  }
}

extension DeviceLogSummary.Dropped {
  fileprivate var lane: Int {
    switch self {
    case .otherSource: 0
    case .otherMessage: 1
    case .unreadable: 2
    case .overlong: 3
    case .text: 4
    case .path: 5
    case .name: 6
    case .identifier: 7
    case .errorDomain: 8
    case .other: 9
    case .overSize: 10
    }
  }
}
