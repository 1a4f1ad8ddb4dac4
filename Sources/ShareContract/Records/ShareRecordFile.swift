public import IntakeModel
import JSONSyntax

/// A file of records, one on each line.
///
/// Lines have at most 1 MiB, files at most 32 MiB and 100,000 lines that hold something. Lines of version 1 and
/// of a kind that this program does not know are passed over, so that other programs can add theirs.
public struct ShareRecordFile: Sendable {
  /// The records, in the order of the file.
  public private(set) var entries: [Entry] = []
  /// How many lines are of other kinds.
  public private(set) var skippedCount = 0

  /// A record, and where it stands.
  public struct Entry: Sendable, Hashable {
    /// The number of the line, from one.
    public let line: Int
    /// What the line says of a share.
    public let record: ShareRecord
  }

  /// The records without their lines, in the order of the file.
  public var records: [ShareRecord] { entries.map(\.record) }

  /// Reads a file in which each line is right.
  ///
  /// - Throws: The first error, with its line.
  /// - Complexity: O(*n*) in the number of bytes.
  public init(reading bytes: [UInt8]) throws(DocumentError) {
    var problems = ProblemList()
    read(bytes, &problems, stopsAtError: true)
    if let first = problems.sorted.problems.first { throw first.error }
  }

  /// Reads all lines that are right.
  ///
  /// - Returns: The file, what is wrong with its other lines, in their order and at most a hundred, and how
  ///   many more problems there are.
  /// - Complexity: O(*n*) in the number of bytes.
  public static func readingAll(
    _ bytes: [UInt8]
  ) -> (file: ShareRecordFile, problems: [DocumentError], omittedProblems: Int) {
    var file = ShareRecordFile()
    var problems = ProblemList()
    file.read(bytes, &problems, stopsAtError: false)
    let sorted = problems.sorted
    return (file, sorted.problems.map(\.error), sorted.omitted)
  }

  private init() {}

  /// The most bytes of a file.
  package static let maximumSize = 32 << 20
  private static let maximumLines = 100_000

  private mutating func read(
    _ bytes: [UInt8], _ problems: inout ProblemList, stopsAtError: Bool
  ) {
    guard bytes.count <= Self.maximumSize else {
      return problems.error(
        "the file has \(ByteCount(bytes: Int64(bytes.count)))",
        advice: "at most \(ByteCount(bytes: Int64(Self.maximumSize))) are read; split it", at: nil)
    }
    var number = 0
    var count = 0
    var start = 0
    while start < bytes.count, !(stopsAtError && problems.hasErrors) {
      let feed = bytes[start...].firstIndex(of: 0x0A)
      let line = bytes[start..<(feed ?? bytes.count)]
      start = (feed ?? bytes.count) + 1
      number += 1
      if line.allSatisfy({ $0 == 0x20 || $0 == 0x09 || $0 == 0x0D }) { continue }
      count += 1
      guard count <= Self.maximumLines else {
        return problems.error(
          "more than \(Self.maximumLines) lines", advice: "split the file",
          at: .init(line: number, column: 1))
      }
      let isRight = read(line, number, isEnded: feed != nil, &problems)
      // A document of another kind would be wrong on each line.
      if count == 1, !isRight, let kind = DocumentKind(of: bytes), kind != .records {
        problems = ProblemList()
        return problems.error(kind.mismatch(expecting: .records), at: nil)
      }
    }
  }

  /// - Returns: Whether the line is a record.
  private mutating func read(
    _ line: ArraySlice<UInt8>, _ number: Int, isEnded: Bool, _ problems: inout ProblemList
  ) -> Bool {
    guard line.count <= ShareRecordLine.maximumLength else {
      problems.error(
        "a line of \(ByteCount(bytes: Int64(line.count)))",
        advice: "at most \(ByteCount(bytes: Int64(ShareRecordLine.maximumLength))) are read",
        at: .init(line: number, column: 1))
      return false
    }
    let before = entries.count
    var found = ProblemList()
    switch ShareRecordLine.read(Array(line), number: number, isEnded: isEnded, &found) {
    case .share(let record): entries.append(Entry(line: number, record: record))
    case .other: skippedCount += 1
    case nil: break
    }
    problems.append(found)
    return entries.count > before
  }
}
