/// `intake replay`: recorded shares through the real pipeline, under a contract.
package enum ReplayCommand {
  package static let definition = CommandDefinition(
    "replay", abstract: "Replay recorded shares under a contract",
    discussion: [
      "Rebuilds the sources of recorded shares, with content of the same types and sizes that "
        + "lives as long, and with the same failures, and takes each in with the contract's "
        + "limits. Shows where the choice or the outcome is another than was recorded, or than "
        + "the contract's row promises. A record holds no content, and none is needed.",
      "Reports of others tell what is declared, and not what becomes of it: they show what the "
        + "contract would do. A failure of the place, such as a full disk, is not replayed, and "
        + "neither is what would need too much memory or disk; that is said, with the reason.",
      "The exit status is 1 if anything differs, or if nothing could be replayed.",
    ],
    options: ReplayOptions.declarations,
    operands: [ReplayOptions.records.declaration],
    examples: [
      ("intake replay records.jsonl --contract contract.json", "What a device recorded"),
      ("intake replay --rows -c contract.json -o observed.jsonl", "Every row of the contract"),
      ("intake replay --reported -c contract.json", "What common sources would meet"),
    ],
    check: check)

  private static func check(_ arguments: ParsedArguments) throws(UsageError) {
    if arguments[ReplayOptions.contract] == nil {
      throw UsageError(
        "There is no contract to replay under.", hint: "Name it with '--contract FILE'.",
        command: arguments.command)
    }
    let files = arguments[ReplayOptions.records]
    let isAnything =
      !files.isEmpty || arguments[ReplayOptions.reported] || arguments[ReplayOptions.rows]
    if !isAnything {
      throw UsageError(
        "There is nothing to replay.",
        hint: "Name files of records, or add '--rows' or '--reported'.",
        command: arguments.command)
    }
    let inputs = files + [arguments[ReplayOptions.contract]].compactMap(\.self)
    if inputs.count(where: { $0.bytes == [UInt8(ascii: "-")] }) > 1 {
      throw UsageError(
        "Standard input can be read once.", hint: "Use '-' for one document only.",
        command: arguments.command)
    }
    if arguments[ReplayOptions.force], arguments[ReplayOptions.outputFile] == nil {
      throw UsageError(
        "'--force' says what becomes of the file of '--output', which is not given.",
        hint: "Leave '--force' out, or add '--output FILE'.", command: arguments.command)
    }
  }
}
