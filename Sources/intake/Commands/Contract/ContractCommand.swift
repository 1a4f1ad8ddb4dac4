import ShareContract

/// `intake contract`: the file that says what is supported.
package enum ContractCommand {
  package static let propertyList = Operand<FilePathArgument?>.required(
    "INFO", .path("an Info.plist", example: "Share/Info.plist"),
    help: "The Info.plist of the extension, in XML or binary; '-' for standard input.")

  package static let contract = Operand<FilePathArgument?>.required(
    "FILE", .path("a contract", example: "share-contract.json"),
    help: "The contract; '-' for standard input.")

  package static let output = Option<FilePathArgument>.value(
    "output", short: "o", "FILE", .path("a file", example: "share-contract.json"),
    default: FilePathArgument("share-contract.json"),
    help: "Write the contract to this file; '-' for standard output.")

  package static let force = Option<Bool>.flag(
    "force", short: "f", help: "Replace the files if they exist.")

  package static let types = Option<FilePathArgument?>.value(
    "info-plist", "FILE", .path("an Info.plist", example: "App/Info.plist"),
    help:
      "Know the types that this Info.plist declares, and hold the limit against its activation rule."
  )

  package static let strict = Option<Bool>.flag(
    "strict", help: "Take warnings for errors.")

  package static let definition = CommandDefinition(
    "contract", abstract: "Write down what is supported, and check it",
    discussion: [
      "A contract says what an app takes from others: accepted types, limits, and for each kind of "
        + "share of each source what the app gets and which tests cover it. The pipeline, the "
        + "activation rule, replays and the type matrix are held to it."
    ],
    examples: [
      ("intake contract init Share/Info.plist", "Start a contract"),
      ("intake contract check share-contract.json", "See what is wrong with it"),
    ],
    subcommands: [start, check, schema])
}

extension FilePathArgument {
  /// A path of ours, which is neither empty nor holds a NUL.
  init(_ path: StaticString) {
    // See above.
    self.init(bytes: path.withUTF8Buffer { Array($0) })!
  }

  /// Whether it stands for standard input or output.
  var isStandardStream: Bool { bytes == [UInt8(ascii: "-")] }
}
