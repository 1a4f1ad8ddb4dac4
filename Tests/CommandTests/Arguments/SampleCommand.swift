import IntakeModel
import intake

/// A command with an option of each kind.
enum SampleCommand {
  static let jobs = Option<Int>.value(
    "jobs", short: "j", "N", .integer(in: 1...8), default: 2, help: "How many.")
  static let memory = Option<ByteCount?>.value("memory", "SIZE", .size, help: "How much.")
  static let accept = Option<[String]>.list(
    "accept", short: "a", "TYPE", .text("a type", example: "x"), help: "Which.")
  static let policy = Option<BatchPolicy>.value(
    "policy", "POLICY", .choice(), default: .keep, help: "What then.")
  static let verbose = Option<Bool>.flag("verbose", short: "v", help: "More.")
  static let null = Option<Bool>.flag("null", short: "0", help: "NUL.")
  static let files = Operand<[FilePathArgument]>.repeated(
    "FILE", .path("a file", example: "a.jpg"), help: "Files.")

  static let definition = CommandDefinition(
    "tool", abstract: "A tool",
    subcommands: [
      CommandDefinition(
        "run", abstract: "Run",
        options: [
          jobs.declaration, memory.declaration, accept.declaration, policy.declaration,
          verbose.declaration, null.declaration,
        ], operands: [files.declaration])
    ])

  static func parse(_ arguments: [String]) throws(UsageError) -> ParsedCommandLine {
    try ArgumentParser(definition).parse(arguments.map { RawArgument($0) })
  }

  /// The arguments of `tool run`.
  static func run(_ arguments: [String]) throws(UsageError) -> ParsedArguments? {
    guard case .run(let parsed) = try parse(["run"] + arguments) else { return nil }
    return parsed
  }
}
