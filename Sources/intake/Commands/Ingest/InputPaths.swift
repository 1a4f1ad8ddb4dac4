/// What `intake ingest` was told to take in, in order: the operands, then the list of
/// `--files-from`.
///
/// The sequence knows nothing of files: whether a path leads to one is found out when its turn
/// comes.
package struct InputPaths: AsyncSequence, Sendable {
  package typealias Element = FilePathArgument

  private let operands: [FilePathArgument]
  private let list: FileList?

  package init(operands: [FilePathArgument], list: FileList?) {
    self.operands = operands
    self.list = list
  }

  package init(_ arguments: ParsedArguments) {
    let separator: FileList.Separator = arguments[IngestOptions.null] ? .null : .lineFeed
    self.init(
      operands: arguments[IngestOptions.files],
      list: arguments[IngestOptions.filesFrom].map { FileList($0, separator: separator) })
  }

  package func makeAsyncIterator() -> Iterator {
    Iterator(operands: operands[...], list: list?.makeAsyncIterator())
  }

  package struct Iterator: AsyncIteratorProtocol {
    fileprivate var operands: ArraySlice<FilePathArgument>
    fileprivate let list: FileList.Iterator?

    /// - Throws: What ``FileList`` throws.
    package mutating func next() async throws -> FilePathArgument? {
      if let operand = operands.popFirst() { return operand }
      return try await list?.next()
    }
  }
}
