package import AttachmentIntake
package import IntakeModel

extension IngestCommand {
  /// The limits that the contract says, where there is one, and that the options say.
  package static func configuration(
    _ arguments: ParsedArguments, _ contract: InputContract? = nil,
    validators: ValidatorPool? = nil
  ) -> IntakePipeline.Configuration {
    let scanner = ValidationOptions.commandScanner(arguments)
    var configuration =
      contract.map { IntakePipeline.Configuration($0, validator: validators, scanner: scanner) }
      ?? .init()
    if configuration.validation == nil, validators != nil || scanner != nil {
      configuration.validation = ContentValidation(validators, scanner: scanner)
    }
    if arguments.contains(ValidationOptions.refuse) {
      configuration.validation?.refusedDoubts = Set(arguments[ValidationOptions.refuse])
    }
    if arguments[ValidationOptions.allowUnscanned] {
      configuration.validation?.refusesUnscanned = false
    }
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

  /// Processes to open content, where the options or the contract ask for it; without starting one.
  ///
  /// - Throws: ``UsageError`` for what the command line lacks, or says of what nobody asks for.
  static func validators(
    _ arguments: ParsedArguments, _ contract: InputContract?
  ) throws -> ValidatorPool? {
    if contract?.validation?.scan == .required, !arguments.contains(ValidationOptions.scanner) {
      throw UsageError(
        "The contract demands that content is scanned, and there is no scanner.",
        hint: "Name one, for example '--scanner \"clamdscan --no-summary -\"'.",
        command: arguments.command)
    }
    let isAsked = arguments[IngestOptions.validate] || contract?.validation != nil
    try checkValidation(arguments, isAsked: isAsked)
    return isAsked ? ValidationOptions.pool(arguments) : nil
  }

  static func policy(_ arguments: ParsedArguments, _ contract: InputContract?) -> BatchPolicy {
    guard let contract, !arguments.contains(IngestOptions.policy) else {
      return arguments[IngestOptions.policy]
    }
    return contract.batchPolicy
  }
}
