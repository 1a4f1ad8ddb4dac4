/// `intake rule`: for which shares an extension appears.
package enum RuleCommand {
  package static let rule = Operand<FilePathArgument?>.required(
    "RULE", .path("a file with an activation rule", example: "Share/Info.plist"),
    help: "An Info.plist, a property list with the dictionary of a rule, or a text with a "
      + "predicate; '-' for standard input.")

  package static let contract = Option<FilePathArgument?>.value(
    "contract", short: "c", "FILE", .path("the path of a contract", example: "contract.json"),
    help: "The contract; '-' for standard input.")

  package static let row = Option<String?>.value(
    "row", "ID", .text("the identifier of a row", example: "photos-still"),
    help: "The row of the contract whose share is evaluated.")

  package static let selection = Option<Int>.value(
    "selection", "N", .integer(in: 1...10_000), default: 20,
    help: "How many attachments people select at once. A lower maximum draws a warning.")

  package static let strict = Option<Bool>.flag(
    "strict", help: "Count warnings as errors.")

  package static let definition = CommandDefinition(
    "rule", abstract: "Check, lint or explain an activation rule",
    discussion: [
      "An activation rule, NSExtensionActivationRule in the Info.plist of an extension, decides for "
        + "which shares the extension is offered. It is a dictionary of keys or a predicate; both "
        + "are evaluated here, without a device. Types that the Info.plist declares are known."
    ],
    examples: [
      ("intake rule lint Share/Info.plist", "Find what commonly goes wrong"),
      (
        "intake rule check Share/Info.plist --contract contract.json",
        "Hold the rule against what is promised"
      ),
      (
        "intake rule explain Share/Info.plist --declares public.jpeg,public.heic",
        "Say whether it appears for one photo, and why"
      ),
    ],
    subcommands: [check, lint, explain])

  /// A wrong command line where both documents would come from standard input.
  static func checkInputs(_ arguments: ParsedArguments) throws(UsageError) {
    let standardInput = FilePathArgument(bytes: [UInt8(ascii: "-")])
    if arguments[rule] == standardInput, arguments[contract] == standardInput {
      throw UsageError(
        "The rule and the contract cannot both come from standard input.",
        hint: "Give the path of one of them.", command: arguments.command)
    }
  }
}
