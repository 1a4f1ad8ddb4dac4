import IntakeModel
import JSONSyntax
import UniformTypes

/// One line of a file of records.
enum ShareRecordLine {
  case share(ShareRecord)
  /// A line of a kind that this program does not know.
  case other

  static let version: Int64 = 1
  static let kind = "share"
  /// The most bytes of a line.
  static let maximumLength = 1 << 20

  /// Reads a line without its end.
  ///
  /// - Parameters:
  ///   - number: The number of the line in its file, from one.
  ///   - isEnded: Whether a line feed ends it.
  ///   - problems: What is wrong with the line.
  /// - Returns: `nil` where something is wrong.
  static func read(
    _ line: [UInt8], number: Int, isEnded: Bool = true, _ problems: inout ProblemList
  ) -> ShareRecordLine? {
    var reader = JSONReader(.strict)
    reader.limits.size = maximumLength
    let node: JSONNode
    do throws(JSONError) {
      node = try reader.read(line, line: number)
    } catch {
      problems.error(error.message, at: error.place)
      // Whoever wrote it was interrupted, or the disk was full; or the file was cut later. A line that is whole
      // JSON was not cut, whatever else is wrong with it.
      if !isEnded { problems.explain("the last line is cut off before its line feed") }
      return nil
    }
    var reading = ShareRecordReading()
    let result = reading.readLine(node)
    problems.append(reading.document.problems)
    return reading.document.problems.hasErrors ? nil : result
  }
}
