/// The name `-`, which stands for standard input where a document is read.
package enum StandardInput {
  /// - Throws: Where more than one of the documents is standard input, which ends with the first.
  package static func checkUsedOnce(
    _ paths: [FilePathArgument], command: String
  ) throws(UsageError) {
    guard paths.count(where: { $0.bytes == [UInt8(ascii: "-")] }) > 1 else { return }
    throw UsageError(
      "'-' can be only one of the documents: standard input is read once.",
      hint: "Name files for the others.", command: command)
  }
}
