package import IntakeModel

/// `intake diagnose`: where the chain broke on which a share should reach the app.
package enum DiagnoseCommand {
  package static let records = Operand<[FilePathArgument]>.repeated(
    "RECORDS", .path("a file of records", example: "device.jsonl"),
    help: "Files of recorded shares, one on each line; '-' is standard input.")

  package static let share = Option<ShareID?>.value(
    "share", "ID", .identifier("the identifier of a share"), otherwise: "every share",
    help: "Look only at this share. All lines of it count.")

  package static let line = Option<Int?>.value(
    "line", "N", .integer(in: 1...Int.max), otherwise: "every share",
    help: "Look only at the share that is recorded on this line. Only with one file.")

  package static let contract = Option<FilePathArgument?>.value(
    "contract", short: "c", "FILE", .path("a contract", example: "contract.json"),
    help:
      "What is accepted, and what is promised: its types are held against those that were declared."
  )

  package static let infoPlist = Option<FilePathArgument?>.value(
    "info-plist", "FILE", .path("an Info.plist", example: "ShareExtension/Info.plist"),
    help: "The extension's Info.plist, with its activation rule and its own types.")

  package static let entitlements = Option<FilePathArgument?>.value(
    "entitlements", "FILE", .path("a file of entitlements", example: "Share.entitlements"),
    help: "The extension's entitlements, to be compared with those of the app.")

  package static let hostEntitlements = Option<FilePathArgument?>.value(
    "host-entitlements", "FILE", .path("a file of entitlements", example: "App.entitlements"),
    help: "The app's entitlements.")

  package static let definition = CommandDefinition(
    "diagnose", abstract: "Find where a share broke off on its way to the app",
    discussion: [
      "Asks in order: does the extension appear, does a declared type match, did the source deliver, was "
        + "the copy completed within the callback, is what was handed over the copy, can the app read it. "
        + "It stops at the first link that is broken, and says what was seen, what is excluded by it, and "
        + "what to do next. What is not known does not stop it.",
      "A line that is no record is reported, and the others are told of all the same.",
      "The more documents are given the more it can tell. The exit status is 1 if a link is broken, or if a "
        + "document cannot be read.",
    ],
    options: [
      share.declaration, line.declaration, contract.declaration, infoPlist.declaration,
      entitlements.declaration, hostEntitlements.declaration, OutputOptions.json.declaration,
    ],
    operands: [records.declaration],
    examples: [
      ("intake diagnose device.jsonl --line 3", "The share that is recorded on line 3"),
      (
        "intake diagnose device.jsonl -c contract.json --info-plist Info.plist",
        "All shares, with the rule and the types"
      ),
      (
        "intake diagnose a.jsonl --entitlements b.plist --host-entitlements c.plist",
        "With the groups of both sides"
      ),
    ],
    check: check)

  private static func check(_ arguments: ParsedArguments) throws(UsageError) {
    if arguments[share] != nil, arguments[line] != nil {
      throw UsageError(
        "'--share' and '--line' both choose a share.", hint: "Leave one of them out.",
        command: arguments.command)
    }
    if arguments[records].isEmpty {
      throw UsageError(
        "There is nothing to diagnose.", hint: "Name a file of records.",
        command: arguments.command)
    }
    if arguments[line] != nil, arguments[records].count > 1 {
      throw UsageError(
        "'--line' chooses a line of one file, and there are \(arguments[records].count).",
        hint: "Name one file, or choose by '--share'.", command: arguments.command)
    }
    for (one, other) in [(entitlements, hostEntitlements), (hostEntitlements, entitlements)]
    where arguments[one] != nil && arguments[other] == nil {
      throw UsageError(
        "'--\(one.declaration.name)' is compared with '--\(other.declaration.name)', which is not given.",
        hint: "Give both, or neither.", command: arguments.command)
    }
    let others = [
      arguments[contract], arguments[infoPlist], arguments[entitlements],
      arguments[hostEntitlements],
    ]
    try StandardInput.checkUsedOnce(
      arguments[records] + others.compactMap { $0 }, command: arguments.command)
  }
}
