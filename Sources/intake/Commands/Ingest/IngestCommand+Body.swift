package import AttachmentIntake
import Synchronization

extension IngestCommand {
  static let body: CommandBodies.Body = { arguments, context in
    try await ContainerOption.withContainer(arguments, context, creates: true) { container in
      let pipeline = try IntakePipeline(into: container, configuration: configuration(arguments))
      let report = IngestReport(
        form(arguments), output: context.output, terminal: context.terminal,
        messages: context.messages)
      var options = BatchOptions(
        policy: arguments[IngestOptions.policy], order: arguments[IngestOptions.order])
      let measure = InputMeasure(arguments[IngestOptions.files])
      defer { measure.stop() }
      if report.allowsProgressBar, context.messages.terminal.canRedraw {
        options.progress = progress(of: measure, to: context.messages)
        // Of a list, nobody knows how long it will be.
        if arguments[IngestOptions.filesFrom] == nil { measure.start() }
        options.progressInterval = ProgressBar.interval
      }
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

  /// The limits that the options say.
  package static func configuration(_ arguments: ParsedArguments) -> IntakePipeline.Configuration {
    var configuration = IntakePipeline.Configuration()
    let accepted = arguments[IngestOptions.accept]
    if !accepted.isEmpty { configuration.rule.accepted = accepted.map { AcceptedType($0) } }
    configuration.rule.directories = arguments[IngestOptions.directories]
    configuration.maximumConcurrentLoads = arguments[IngestOptions.jobs]
    configuration.window = max(configuration.window, configuration.maximumConcurrentLoads)
    configuration.memoryBudget = arguments[IngestOptions.memory]
    configuration.maximumFileSize = arguments[IngestOptions.maxFile]
    configuration.maximumBatchSize = arguments[IngestOptions.maxBatch]
    configuration.maximumCount = arguments[IngestOptions.maxCount]
    configuration.container.bytes = arguments[IngestOptions.maxContainer]
    configuration.durability = arguments[IngestOptions.durability]
    configuration.loadTimeout = arguments[IngestOptions.timeout]
    return configuration
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
