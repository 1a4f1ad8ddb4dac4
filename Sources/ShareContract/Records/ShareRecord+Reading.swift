public import IntakeModel

extension ShareRecord {
  /// Reads a record from one line of JSON, with or without its line feed.
  ///
  /// - Throws: What is wrong first. A line of another kind or version is an error too.
  public init(reading line: [UInt8]) throws(DocumentError) {
    var bytes = line
    while let last = bytes.last, last == 0x0A || last == 0x0D { bytes.removeLast() }
    var problems = ProblemList()
    switch ShareRecordLine.read(bytes, number: 1, &problems) {
    case .share(let record): self = record
    case .other: throw DocumentError("the line is no record of a share")
    case nil:
      throw problems.sorted.problems.first?.error ?? DocumentError("the line is no record")
    }
  }
}
