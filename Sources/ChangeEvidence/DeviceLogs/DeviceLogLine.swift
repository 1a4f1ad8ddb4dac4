/// One line of a device log, before anything was dropped from it.
struct DeviceLogLine {
  /// In milliseconds, on a scale of the log's own.
  var time: Int64?
  var level: Level?
  /// The name of the program, without its folder.
  var process: String?
  var processID: Int64?
  var subsystem: String?
  /// In UTF-8.
  var message: [UInt8] = []
  /// Whether it stands for others that the system lost.
  var lostEvents = 0
  /// How often the line before came again, where the line says only that.
  var repetitions: Int?

  enum Level: String, CaseIterable {
    case debug, info, notice, warning, error, fault

    init?(_ text: some StringProtocol) {
      switch text.lowercased() {
      case "default", "notice": self = .notice
      case "warn", "warning": self = .warning
      case "critical", "alert", "emergency", "fault": self = .fault
      case let other:
        guard let level = Self(rawValue: other) else { return nil }
        self = level
      }
    }
  }
}
