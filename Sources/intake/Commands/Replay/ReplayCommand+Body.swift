import IntakeModel
import IntakeTesting
import ShareContract
import Synchronization
import UniformTypes

extension ReplayCommand {
  static let body: CommandBodies.Body = { arguments, context in
    let contract = try await contract(arguments)
    let records = try await records(arguments, of: contract)
    let output = try arguments[ReplayOptions.outputFile].map {
      try OutputFile($0, replacing: arguments[ReplayOptions.force])
    }
    let report = ReplayReport(
      isJSON: arguments[OutputOptions.json], isVerbose: arguments[ReplayOptions.verbose],
      output: context.output, terminal: context.terminal)
    var replay = ShareReplay(contract)
    replay.limits.dataSize = arguments[ReplayOptions.maxData]
    replay.limits.copySize = arguments[ReplayOptions.maxCopy]
    if report.allowsProgressBar, context.messages.terminal.canRedraw {
      replay.progress = progress(of: records.count, to: context.messages)
    }
    do {
      try await replay.run(records) { result in
        try await report.add(result)
        if let observed = result.observed { try output?.write(observed.jsonLine) }
      }
    } catch {
      context.messages.clearBar()
      throw error
    }
    context.messages.clearBar()
    try output?.finish()
    try await report.finish()
    if records.isEmpty {
      context.messages.report("There is nothing to replay: what was read has no record of a share.")
    }
    return report.status
  }

  private static func contract(_ arguments: ParsedArguments) async throws -> InputContract {
    // The check of the command line has seen to it that there is one.
    let path = arguments[ReplayOptions.contract]!
    return try await InputDocument(reading: path).parse { bytes throws(DocumentError) in
      try InputContract(reading: bytes)
    }
  }

  /// The records of all files, with those of one share made one, then those of reports, then those of the rows.
  private static func records(
    _ arguments: ParsedArguments, of contract: InputContract
  ) async throws -> [ShareRecord] {
    var records: [ShareRecord] = []
    for path in arguments[ReplayOptions.records] {
      records += try await InputDocument(reading: path).parse { bytes throws(DocumentError) in
        try ShareRecordFile(reading: bytes).records
      }
    }
    records = ShareRecord.joining(records)
    if arguments[ReplayOptions.reported] { records += ReportedShares.all }
    if arguments[ReplayOptions.rows] {
      records += try contract.rows.map { try ShareRecord(replaying: $0, of: contract) }
    }
    return records
  }

  private static func progress(
    of shares: Int, to messages: Messages
  ) -> @Sendable (ShareReplay.Progress) -> Void {
    let start = ContinuousClock.now
    let bar = Mutex(ProgressBar(showsUnicode: messages.terminal.showsUnicode))
    return { progress in
      let counts = ProgressCounts(
        bytesDone: progress.bytes, stored: progress.shares, files: shares)
      let line = bar.withLock {
        $0.line(
          for: counts, at: ContinuousClock.now - start, width: messages.terminal.width ?? 80)
      }
      if let line { messages.draw(bar: line) }
    }
  }
}
