import AttachmentIntake
import IntakeModel

/// Names and values that a worker is given.
struct WorkerArguments: Sendable {
  private let values: [String: String]

  /// - Throws: ``BenchError`` for what has no name.
  init(_ arguments: [String]) throws {
    var values: [String: String] = [:]
    for argument in arguments {
      let parts = argument.split(separator: "=", maxSplits: 1)
      guard parts.count == 2 else { throw BenchError("'\(argument)' is not NAME=VALUE") }
      values[String(parts[0])] = String(parts[1])
    }
    self.values = values
  }

  func text(_ name: String) throws -> String {
    guard let value = values[name] else { throw BenchError("the worker needs \(name)=…") }
    return value
  }

  func number(_ name: String) throws -> Int {
    guard let value = Int(try text(name)) else { throw BenchError("\(name) is no number") }
    return value
  }

  func has(_ name: String) -> Bool { values[name] != nil }

  /// The pipeline's configuration: the default, but for what is said.
  func configuration() throws -> IntakePipeline.Configuration {
    var configuration = IntakePipeline.Configuration()
    if let durability = values["durability"].flatMap(Durability.init(rawValue:)) {
      configuration.durability = durability
    }
    if has("jobs") { configuration.maximumConcurrentLoads = try number("jobs") }
    // So that a commit depends on no time, as good as none: a group is full before its turn comes, whoever is slow.
    if has("unhurried") {
      configuration.groupDelay = .seconds(3600)
      configuration.groupCount = 16
    }
    return configuration
  }
}
