public import IntakeModel
import JSONSyntax
import ShareContract

/// Reads what Swift Testing writes with `--event-stream-output-path`: JSON objects, one on each line, in versions
/// 0 and 6.3.0.
///
/// Messages, comments, arguments, values and backtraces are not read. Kinds of records and events that are not
/// known are passed over, as the format demands.
public struct EventStream: Sendable {
  /// The folder of the package, so that places are told from there; an absolute path, and never part of what is
  /// read.
  public var packageFolder: String?

  /// The most bytes of a line: 16 MiB. One holds a single event or test, but with the arguments of all its cases,
  /// byte by byte: a megabyte as an argument makes a line of five.
  public static let maximumLineLength = 16 << 20
  /// The most bytes of the name of a test.
  public static let maximumNameLength = 4_096

  /// Makes a reader. Without a folder, a place with an absolute path is told as `Module/File.swift`.
  public init(packageFolder: String? = nil) {
    self.packageFolder = packageFolder
  }

  /// Reads a whole stream.
  ///
  /// A stream that ends before the run did, also in the middle of a line, gives a report that is not complete.
  ///
  /// - Throws: `DocumentError` with the line for what is no such stream.
  /// - Complexity: O(*n*) in the number of bytes; holds one line of JSON at a time, and the results.
  public func read(_ bytes: [UInt8]) throws(DocumentError) -> TestReport {
    do throws(DocumentError) {
      return try report(bytes)
    } catch {
      if let kind = DocumentKind(of: bytes), kind != .testEvents {
        throw DocumentError(kind.mismatch(expecting: .testEvents))
      }
      throw error
    }
  }

  private func report(_ bytes: [UInt8]) throws(DocumentError) -> TestReport {
    var run = EventStreamRun(packageFolder: packageFolder)
    var start = bytes.startIndex
    var number = 0
    while start < bytes.endIndex {
      number += 1
      let end = bytes[start...].firstIndex(of: UInt8(ascii: "\n"))
      let line = bytes[start..<(end ?? bytes.endIndex)]
      guard end != nil else {
        // The writer ends each line; without its end the last one was cut, unless it happens to be whole.
        if let record = try? Self.record(line, number) {
          try run.take(record, line: number)
        } else {
          run.isCut = true
        }
        break
      }
      if !line.allSatisfy({ $0 == UInt8(ascii: "\r") || $0 == UInt8(ascii: " ") }) {
        try run.take(Self.record(line, number), line: number)
      }
      start = end.map { $0 + 1 } ?? bytes.endIndex
    }
    return run.report()
  }

  private static func record(
    _ line: ArraySlice<UInt8>, _ number: Int
  ) throws(DocumentError) -> JSONNode {
    var limits = JSONReader.Limits()
    limits.size = maximumLineLength
    do throws(JSONError) {
      return try JSONReader(.strict, limits: limits).read(Array(line), line: number)
    } catch {
      throw DocumentError(
        "\(error.message); expected one event of Swift Testing on each line, as "
          + "'swift test --event-stream-output-path FILE' writes them",
        at: .line(error.place.line, column: error.place.column))
    }
  }
}
