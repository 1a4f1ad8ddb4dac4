package import AttachmentIntake
package import IntakeModel

extension IngestCommand {
  /// The limits that the contract says, where there is one, and that the options say.
  package static func configuration(
    _ arguments: ParsedArguments, _ contract: InputContract? = nil
  ) -> IntakePipeline.Configuration {
    var configuration = contract.map { IntakePipeline.Configuration($0) } ?? .init()
    // The default of an option is no reason to set aside what the contract says.
    func set<Value>(
      _ path: WritableKeyPath<IntakePipeline.Configuration, Value>, _ option: Option<Value>
    ) {
      if contract == nil || arguments.contains(option) {
        configuration[keyPath: path] = arguments[option]
      }
    }
    let accepted = arguments[IngestOptions.accept]
    if !accepted.isEmpty { configuration.rule.accepted = accepted.map { AcceptedType($0) } }
    set(\.rule.directories, IngestOptions.directories)
    set(\.maximumFileSize, IngestOptions.maxFile)
    set(\.maximumBatchSize, IngestOptions.maxBatch)
    set(\.maximumCount, IngestOptions.maxCount)
    set(\.container.bytes, IngestOptions.maxContainer)
    set(\.loadTimeout, IngestOptions.timeout)
    configuration.maximumConcurrentLoads = arguments[IngestOptions.jobs]
    configuration.window = max(configuration.window, configuration.maximumConcurrentLoads)
    configuration.memoryBudget = arguments[IngestOptions.memory]
    configuration.durability = arguments[IngestOptions.durability]
    return configuration
  }

  static func policy(_ arguments: ParsedArguments, _ contract: InputContract?) -> BatchPolicy {
    guard let contract, !arguments.contains(IngestOptions.policy) else {
      return arguments[IngestOptions.policy]
    }
    return contract.batchPolicy
  }
}
