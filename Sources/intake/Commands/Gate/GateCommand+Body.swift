import ChangeEvidence
import IntakeModel
import ShareContract
import SystemCalls

extension GateCommand {
  package static let body: CommandBodies.Body = { arguments, context in
    let given = arguments[GateCommand.command]
    if given == ["xcode"] {
      try await context.output.write(XcodeScript.text.utf8)
      return .success
    }
    let required = try await required(arguments)
    let (folder, isTemporary) = try folder(arguments, context.environment)
    do {
      let run = try run(given, in: folder, required: required, arguments)
      let echo: GateRun.Echo = { _, bytes in GateEcho.write(bytes) }
      let outcome = try await run.run(echo: arguments[GateCommand.echo] ? echo : nil)
      let isKept = !isTemporary || !outcome.verdict.isGreen
      if !isKept { folder.remove() }
      try await GateReport(
        outcome, folder: isKept ? folder : nil, isDrill: run.isDrill,
        hasContract: arguments[GateCommand.contract] != nil
      ).write(to: context, asJSON: arguments[OutputOptions.json])
      return outcome.verdict.isGreen ? .success : .refusals
    } catch {
      if isTemporary { folder.remove() }
      throw error
    }
  }

  private static func required(_ arguments: ParsedArguments) async throws -> [String] {
    guard let path = arguments[GateCommand.contract] else { return arguments[GateCommand.require] }
    let contract = try await InputDocument(reading: path).parse { bytes throws(DocumentError) in
      try InputContract(reading: bytes)
    }
    return arguments[GateCommand.require] + contract.rows.flatMap(\.tests)
  }

  private static func folder(
    _ arguments: ParsedArguments, _ environment: Environment
  ) throws -> (folder: GateFolder, isTemporary: Bool) {
    guard let path = arguments[GateCommand.results] else {
      return (try GateFolder(temporaryIn: environment.text("TMPDIR") ?? "/tmp"), true)
    }
    guard let text = String(validating: path.bytes, as: UTF8.self) else {
      throw UsageError(
        "'--results' cannot be '\(path.display)': the name is not UTF-8, as names in reports are.",
        command: arguments.command)
    }
    return (try GateFolder(creating: text), false)
  }

  private static func run(
    _ given: [String], in folder: GateFolder, required: [String], _ arguments: ParsedArguments
  ) throws -> GateRun {
    let command: TestCommand
    do throws(TestCommand.Problem) {
      command = try TestCommand(given, folder: folder.rawPath)
    } catch {
      throw UsageError(error.message, hint: error.hint, command: arguments.command)
    }
    return GateRun(
      command, in: folder, environment: ProcessVariables.all(),
      timeLimit: arguments[GateCommand.timeout], outputLimit: arguments[GateCommand.outputLimit],
      otherReports: arguments[GateCommand.report], required: required,
      isDrill: arguments[GateCommand.drill],
      packageFolder: ResolvedPath.of(command.packagePath ?? "."))
  }
}
