/// What the launcher `measured` says of a program that it ran.
package struct LaunchReport: Sendable, Hashable {
  package struct Run: Sendable, Hashable {
    package let seconds: Double
    package let userSeconds: Double
    package let systemSeconds: Double
    /// The most memory that was resident, in MiB, in the program or one that it waited for.
    package let peakMebibytes: Double
    /// The exit status; 128 and the number of the signal that ended it.
    package let status: Int
  }

  package struct MemorySample: Sendable, Hashable {
    package let seconds: Double
    package let mebibytes: Double

    package init(seconds: Double, mebibytes: Double) {
      self.seconds = seconds
      self.mebibytes = mebibytes
    }
  }

  package let runs: [Run]
  /// Memory that was resident while it ran, where that was asked for.
  package let samples: [MemorySample]

  /// Reads lines `run` with wall nanoseconds, user and system microseconds, peak KiB and status, and lines `memory`
  /// with nanoseconds since the start and KiB.
  ///
  /// - Returns: `nil` where there is no run, or a line is something else.
  package init?(parsing text: String) {
    var runs: [Run] = []
    var samples: [MemorySample] = []
    for line in text.split(separator: "\n") {
      let fields = line.split(separator: " ")
      let numbers = fields.dropFirst().compactMap { Int64($0) }
      guard numbers.count == fields.count - 1 else { return nil }
      switch (fields.first, numbers.count) {
      case ("run", 5):
        runs.append(
          Run(
            seconds: Double(numbers[0]) / 1e9, userSeconds: Double(numbers[1]) / 1e6,
            systemSeconds: Double(numbers[2]) / 1e6, peakMebibytes: Double(numbers[3]) / 1024,
            status: Int(numbers[4])))
      case ("memory", 2):
        samples.append(
          MemorySample(seconds: Double(numbers[0]) / 1e9, mebibytes: Double(numbers[1]) / 1024))
      default: return nil
      }
    }
    guard !runs.isEmpty else { return nil }
    self.runs = runs
    self.samples = samples
  }
}
