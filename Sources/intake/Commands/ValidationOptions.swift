package import AttachmentIntake

/// Options of all commands that have content opened and scanned before they store it.
package enum ValidationOptions {
  package static let validator = Option<FilePathArgument?>.value(
    "validator", "PATH", .path("a program", example: "/usr/libexec/intake-validate"),
    otherwise: "intake-validate beside this program, or in 'libexec' there",
    help: "The program that opens content; it has to be there.")

  package static let refuse = Option<[ContentDoubt]>.list(
    "refuse", "VERDICT", .choice(), otherwise: "none of them",
    help:
      "Besides what does not open or crosses a limit, refuse what opens with a password only, or "
      + "after repair only, or what nothing could tell anything of.")

  package static let scanner = Option<String?>.value(
    "scanner", "COMMAND",
    .text("a command", example: "clamdscan --no-summary -"),
    help: "Give the content to this command as its standard input: exit status 0 is clean, 1 "
      + "infected, anything else not scanned. Its words are parted by spaces.")

  package static let scanTime = Option<Duration>.value(
    "scan-time", "DURATION", .duration, default: .seconds(60),
    help: "How long the scanner may take for one document; then it was not scanned.")

  package static let allowUnscanned = Option<Bool>.flag(
    "allow-unscanned", help: "Keep what the scanner could not tell anything of.")

  package static let declarations = [
    validator.declaration, refuse.declaration, scanner.declaration, scanTime.declaration,
    allowUnscanned.declaration,
  ]

  /// What is about a scanner needs one, and a scanner is never left out without a word.
  static func checkScanner(_ arguments: ParsedArguments) throws(UsageError) {
    if let command = arguments[scanner], command.allSatisfy({ $0 == " " }) {
      throw UsageError(
        "'--scanner' names no command.",
        hint: "For example '--scanner \"clamdscan --no-summary -\"'.", command: arguments.command)
    }
    let given = [
      (allowUnscanned.declaration.name, arguments.contains(allowUnscanned)),
      (scanTime.declaration.name, arguments.contains(scanTime)),
    ]
    guard !arguments.contains(scanner), let name = given.first(where: \.1)?.0 else { return }
    throw UsageError(
      "'--\(name)' is about '--scanner', which is not given.",
      hint: "For example '--scanner \"clamdscan --no-summary -\"'.", command: arguments.command)
  }

  /// Processes of the program that is named, or lies beside this one.
  static func pool(_ arguments: ParsedArguments) -> ValidatorPool {
    let program: ValidatorPool.Configuration.Program =
      arguments[validator].map { .path(LocalPath(bytes: $0.bytes)) } ?? .besideExecutable
    return ValidatorPool(.init(program: program))
  }

  static func commandScanner(_ arguments: ParsedArguments) -> CommandScanner? {
    let words = (arguments[scanner] ?? "").split(separator: " ").map(String.init)
    guard let program = words.first else { return nil }
    return CommandScanner(
      program, arguments: Array(words.dropFirst()), timeLimit: arguments[scanTime])
  }

  /// Runs `body` with a pool, where there is one, and ends its processes afterwards.
  ///
  /// - Parameter isRequired: Whether one of its processes has to start first.
  static func withPool<Result>(
    _ pool: ValidatorPool?, isRequired: Bool, _ body: () async throws -> Result
  ) async throws -> Result {
    do {
      if isRequired { try await pool?.start() }
      let result = try await body()
      await pool?.close()
      return result
    } catch {
      await pool?.close()
      throw error
    }
  }
}
