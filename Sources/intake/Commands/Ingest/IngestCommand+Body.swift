import AttachmentIntake
import ShareContract
import Synchronization

extension IngestCommand {
  static let body: CommandBodies.Body = { arguments, context in
    let (contract, row) = try await contract(arguments)
    try row?.check(
      source: arguments[IngestOptions.source], content: arguments[IngestOptions.content],
      command: arguments.command)
    UnknownTypes.report(
      among: arguments[IngestOptions.accept], .standard, to: context.messages)
    // Before anything is taken in: a program that is missing, and a place that cannot be written, are known now.
    let validators = try validators(arguments, contract)
    return try await ValidationOptions.withPool(validators, isRequired: true) {
      try await takeIn(arguments, context, contract, row, validators)
    }
  }

  private static func takeIn(
    _ arguments: ParsedArguments, _ context: CommandContext, _ contract: InputContract?,
    _ row: ChosenRow?, _ validators: ValidatorPool?
  ) async throws -> ExitStatus {
    let recording = try arguments[IngestOptions.record].map {
      try IngestRecording(to: $0, arguments, row)
    }
    return try await ContainerOption.withContainer(arguments, context, creates: true) { container in
      let pipeline = try IntakePipeline(
        into: container, configuration: configuration(arguments, contract, validators: validators))
      let report = IngestReport(
        form(arguments), hasContract: contract != nil, output: context.output,
        terminal: context.terminal,
        messages: context.messages)
      var options = BatchOptions(
        policy: policy(arguments, contract), order: arguments[IngestOptions.order])
      options.recording = recording?.request
      let measure = InputMeasure(arguments[IngestOptions.files])
      defer { measure.stop() }
      if report.allowsProgressBar, context.messages.terminal.canRedraw {
        options.progress = progress(of: measure, to: context.messages)
        // Of a list, nobody knows how long it will be.
        if arguments[IngestOptions.filesFrom] == nil { measure.start() }
        options.progressInterval = ProgressBar.interval
      }
      defer { recording?.finish(context.messages) }
      let start = ContinuousClock.now
      let input = InputAttachments(paths: InputPaths(arguments))
      do {
        try await pipeline.ingest(input, options: options) { outcome in
          do {
            try await report.add(outcome)
          } catch {
            if options.policy == .keep {
              // Nobody was told of it.
              await undo(outcome, in: container)
            } else if outcome.stored != nil {
              // Its first outcome comes when all of it is stored, and it stays so.
              report.isWhole = true
            }
            throw error
          }
        }
        try await report.finish(after: ContinuousClock.now - start)
      } catch let error as IntakeError {
        // What was taken in before the list of files failed stands, and should be seen.
        try await report.finish(after: ContinuousClock.now - start)
        throw error
      } catch {
        report.stop(because: error)
        throw error
      }
      return report.status
    }
  }

  /// Removes what was stored and could not be reported, in a task that no cancellation reaches.
  private static func undo(_ outcome: Outcome, in container: SharedContainer) async {
    guard let id = outcome.stored?.id else { return }
    await Task(name: "undo") {
      _ = try? await container.remove([id], reason: .abandoned, from: [.available])
    }.value
  }

  private static func contract(
    _ arguments: ParsedArguments
  ) async throws -> (InputContract?, ChosenRow?) {
    guard let path = arguments[IngestOptions.contract] else { return (nil, nil) }
    let id = arguments[IngestOptions.row]
    return try await InputDocument(reading: path).parse { bytes throws(DocumentError) in
      let contract = try InputContract(reading: bytes)
      guard let id else { return (contract, nil) }
      return (contract, try ChosenRow(id, in: contract))
    }
  }

  private static func progress(
    of measure: InputMeasure, to messages: Messages
  ) -> @Sendable (IntakeProgress) -> Void {
    let start = ContinuousClock.now
    let bar = Mutex(ProgressBar(showsUnicode: messages.terminal.showsUnicode))
    return { progress in
      let total = measure.total
      let counts = ProgressCounts(
        bytesDone: progress.bytesDone,
        bytesExpected: total.map { max($0.bytes, progress.bytesExpected) },
        stored: progress.stored, refused: progress.refused, files: total?.files)
      let line = bar.withLock {
        $0.line(
          for: counts, at: ContinuousClock.now - start, width: messages.terminal.width ?? 80)
      }
      if let line { messages.draw(bar: line) }
    }
  }
}
