/// One line of the report: a figure, what it is held against, and whether that was reached.
package struct BenchRow: Sendable, Hashable {
  /// The letter of the scenario.
  package let scenario: String
  /// What was measured, such as `intake, durability none`.
  package let subject: String
  /// What it is compared with; `nil` for a figure that stands for itself.
  package let peer: String?
  package let value: Value
  package let unit: Unit
  /// The most that the median may be; `nil` where nothing is asked for.
  package let goal: Double?

  package init(
    _ scenario: String, _ subject: String, against peer: String? = nil, _ value: Value,
    _ unit: Unit, atMost goal: Double? = nil
  ) {
    self.scenario = scenario
    self.subject = subject
    self.peer = peer
    self.value = value
    self.unit = unit
    self.goal = goal
  }

  package enum Value: Sendable, Hashable {
    case measured(Spread)
    /// What it needs is not installed or not there: the reason.
    case absent(String)
    /// It did not run to its end: the reason.
    case failed(String)

    package init(_ spread: Spread?, otherwise reason: String) {
      self = spread.map { .measured($0) } ?? .failed(reason)
    }
  }

  /// What the numbers are.
  package enum Unit: String, Sendable, Hashable {
    case ratio
    case seconds = "s"
    case milliseconds = "ms"
    case microseconds = "µs"
    case mebibytes = "MiB"
    case megabytesPerSecond = "MB/s"
    case perSecond = "/s"
    case count = ""
  }

  package enum Standing: String, Sendable, Hashable, CaseIterable {
    case reached
    case missed
    case absent
    case failed
    /// Reported, and nothing is asked of it.
    case shown
  }

  /// Whether it is held against something, or could not be.
  var isCompared: Bool { goal != nil || peer != nil || [.absent, .failed].contains(standing) }

  package var standing: Standing {
    switch value {
    case .absent: .absent
    case .failed: .failed
    case .measured(let spread):
      if let goal { spread.median <= goal ? .reached : .missed } else { .shown }
    }
  }
}
