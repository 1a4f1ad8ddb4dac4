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

    private static let names: [(name: StaticString, level: Self)] = [
      ("default", .notice), ("notice", .notice), ("info", .info), ("debug", .debug),
      ("error", .error), ("fault", .fault), ("warning", .warning), ("warn", .warning),
      ("critical", .fault), ("alert", .fault), ("emergency", .fault),
    ]

    /// - Parameter name: In whatever case.
    init?(_ name: some Collection<UInt8>) {
      for (known, level) in Self.names where known.utf8CodeUnitCount == name.count {
        if zip(known.bytes, name).allSatisfy({ $0 == $1.lowercasedASCII }) {
          self = level
          return
        }
      }
      return nil
    }
  }
}
