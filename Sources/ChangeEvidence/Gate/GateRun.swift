package import IntakeModel

/// Runs a test command, keeps all that it writes, and judges it (P11).
package struct GateRun: Sendable {
  package var command: TestCommand
  package var folder: GateFolder
  /// All variables that the command sees.
  package var environment: [String: String]
  package var workingDirectory: String?
  package var timeLimit: Duration
  /// The most bytes to keep of each of the command's outputs.
  package var outputLimit: ByteCount
  /// Reports that the command writes elsewhere; none of them may be there before it starts.
  package var otherReports: [String]
  package var required: [String]
  /// Whether one assertion is armed to fail.
  package var isDrill: Bool
  /// The folder of the package, so that places are told from there; an absolute path.
  package var packageFolder: String?

  package init(
    _ command: TestCommand, in folder: GateFolder, environment: [String: String],
    workingDirectory: String? = nil, timeLimit: Duration = .seconds(3_600),
    outputLimit: ByteCount = .mebibytes(64), otherReports: [String] = [], required: [String] = [],
    isDrill: Bool = false, packageFolder: String? = nil
  ) {
    self.command = command
    self.folder = folder
    self.environment = environment
    self.workingDirectory = workingDirectory
    self.timeLimit = timeLimit
    self.outputLimit = outputLimit
    self.otherReports = otherReports
    self.required = required
    self.isDrill = isDrill
    self.packageFolder = packageFolder
  }

  /// What came of it.
  package struct Outcome: Sendable {
    package let verdict: GateVerdict
    package let duration: Duration
    /// How many bytes of the command's output were not kept.
    package let droppedOutput: Int
    /// The files that the command left in the folder and that are no reports, by their paths in it.
    package let ignored: [String]
  }

  /// Takes what the command writes, as it comes, in order for each output.
  package typealias Echo = @Sendable (ChildProgram.Stream, UnsafeRawBufferPointer) -> Void

  /// Runs the command to its end, and leaves `results.json` and `verdict.json` in the folder.
  ///
  /// A cancelled task asks the command and its process group to end, kills them after five seconds, and throws when
  /// they are gone. What left the group by itself lives on.
  ///
  /// - Throws: ``GateError``, `CancellationError`.
  package func run(echo: Echo? = nil) async throws -> Outcome {
    for path in otherReports {
      if GateFolder.exists(path) {
        throw GateError(
          "the report '\(path)' is there before the command has run; remove it, so that it cannot pass for a "
            + "new one")
      }
    }
    let output = try GateOutput(in: folder.rawPath, limit: Int(clamping: outputLimit.bytes))
    let start = ContinuousClock.now
    let ending = try await end(output, echo)
    let duration = start.duration(to: .now)
    try Task.checkCancellation()

    let left = try GateReports(in: folder.rawPath)
    let input = input(ending, left, output.console)
    var verdict = GateVerdict(input)
    var tests = input.tests
    // Of the run, also where it is a drill: such results are no good ones.
    tests.gate = GateSummary(verdict)
    if isDrill { verdict = verdict.ofDrill(tests, marks: drillMarks()) }
    try folder.write(tests.json, to: GateFolder.resultsName)
    try folder.write(verdict.json(duration: duration), to: GateFolder.verdictName)
    return Outcome(
      verdict: verdict, duration: duration, droppedOutput: output.droppedCount,
      ignored: left.ignored)
  }

  private func end(_ output: GateOutput, _ echo: Echo?) async throws -> GateInput.Ending {
    var environment = environment
    environment[GateFolder.variable] = folder.rawPath
    environment["INTAKE_DRILL"] = isDrill ? folder.rawPath + "/" + GateFolder.drillName : nil
    let program = ChildProgram(
      command.arguments[0], Array(command.arguments.dropFirst()), environment: environment,
      workingDirectory: workingDirectory, timeLimit: timeLimit, grace: .seconds(5))
    do {
      let ending = try await program.run { stream, bytes in
        try output.append(bytes, to: stream)
        echo?(stream, bytes)
      }
      if ending.isTimedOut { return .timedOut(timeLimit) }
      switch ending.exit {
      case .exited(let status): return .exited(status)
      case .signalled(let signal): return .signalled(signal)
      }
    } catch let error as ChildProgramError {
      return .notStarted("\(error)")
    }
  }

  // MARK: Reports

  private func input(
    _ ending: GateInput.Ending, _ left: GateReports, _ console: XCTestConsole
  ) -> GateInput {
    var reports = command.reports.map { report in
      GateInput.Report(
        report.name, content(of: folder.rawPath + "/" + report.name, kind: report.kind))
    }
    // What the command left by itself.
    var known = Set(command.reports.map(\.name))
    if !known.isEmpty { known.insert(TestCommand.ignoredName) }
    for name in left.names where !known.contains(name) {
      reports.append(GateInput.Report(name, content(of: folder.rawPath + "/" + name)))
    }
    if let problem = left.problem {
      reports.append(GateInput.Report(GateFolder.variable, .unreadable(DocumentError(problem))))
    }
    // By its name alone: a path is no business of a verdict.
    reports += otherReports.map { path in
      GateInput.Report(path.split(separator: "/").last.map(String.init) ?? path, content(of: path))
    }
    // Whatever runs XCTest: its file tells a skip as a pass, and of any other file this makes nothing pass.
    reports = reports.map { report in
      guard report.name.lowercased().hasSuffix(".xml"), let tests = report.tests else {
        return report
      }
      return GateInput.Report(report.name, .tests(console.applied(to: tests)))
    }
    return GateInput(
      ending: ending, reports: reports, complaint: complaint(), required: required)
  }

  private func content(of path: String, kind: GateReportKind? = nil) -> GateInput.Content {
    do throws(GateError) {
      guard let bytes = try GateFolder.read(path, limit: GateReportKind.maximumSize) else {
        return .missing
      }
      if let kind { return kind.read(bytes, packageFolder: packageFolder) }
      return GateReportKind.read(bytes, packageFolder: packageFolder)
    } catch {
      return .unreadable(DocumentError("the report \(error)"))
    }
  }

  /// Where the drill was asserted; `nil` where it was not.
  private func drillMarks() -> [DrillMark]? {
    let path = folder.rawPath + "/" + GateFolder.drillName
    guard GateFolder.exists(path) else { return nil }
    let bytes = try? GateFolder.read(path, limit: DrillMark.maximumSize)
    return DrillMark.reading((bytes ?? nil) ?? [])
  }

  /// The reason that the command names itself.
  private func complaint() -> GateReason? {
    let bytes = try? GateFolder.read(
      folder.rawPath + "/" + GateFolder.complaintName, limit: 1 << 10)
    guard let bytes else { return nil }
    return GateReason(rawValue: String(decoding: bytes.prefix { $0 != 0x0A }, as: UTF8.self))
  }
}
