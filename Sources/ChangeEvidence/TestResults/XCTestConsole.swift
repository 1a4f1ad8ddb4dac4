import ShareContract

/// Finds the skipped tests in what XCTest prints, since its xUnit file tells a skip as a pass.
///
/// Takes the output as it comes, so that nothing has to be kept of it; memory is bounded whatever is written. Whatever
/// a test prints can only make it count for less.
package struct XCTestConsole: Sendable {
  /// The most tests that are kept.
  private static let maximumCount = 100_000
  /// The most bytes of a line that are looked at together. A longer one is looked at in pieces that overlap by the
  /// longest mark.
  private static let maximumLineLength = 64 << 10
  private static let maximumMarkLength = 2 * EventStream.maximumNameLength + start.count + end.count
  private static let start = Array("Test Case '".utf8)
  private static let end = Array("' skipped (".utf8)

  /// The tests as XCTest names them: `ShareTests.testStores`, or with its module `AppTests.ShareTests/testStores` where
  /// they are named in the way of Objective-C.
  package private(set) var skipped: Set<String> = []
  /// Whether there were more skipped tests than are kept.
  package private(set) var isOverflowing = false
  private var line: [UInt8] = []

  package init() {}

  /// - Complexity: O(*n*) in the number of bytes.
  package init(_ output: [UInt8]) {
    output.withUnsafeBytes { take($0) }
    finish()
  }

  /// Takes the next bytes.
  package mutating func take(_ bytes: UnsafeRawBufferPointer) {
    var start = 0
    while start < bytes.count {
      let room = Self.maximumLineLength - line.count
      let piece = bytes[start..<min(bytes.count, start + room)]
      if let end = piece.firstIndex(of: 0x0A) {
        line += piece[..<end]
        finish()
        start = end + 1
      } else {
        line += piece
        start = piece.endIndex
        if line.count == Self.maximumLineLength {
          search()
          line.removeFirst(line.count - Self.maximumMarkLength)
        }
      }
    }
  }

  /// Says that there is no more.
  package mutating func finish() {
    search()
    line.removeAll(keepingCapacity: true)
  }

  func joined(with other: XCTestConsole) -> XCTestConsole {
    var joined = self
    joined.skipped.formUnion(other.skipped)
    joined.isOverflowing = isOverflowing || other.isOverflowing
    return joined
  }

  /// Looks for marks anywhere in the line: what a test prints without a line feed stands before one.
  private mutating func search() {
    var name: Int?
    var index = 0
    while index < line.count {
      if line[index] == Self.start[0], line[index...].starts(with: Self.start) {
        index += Self.start.count
        name = index
      } else if let begin = name, line[index] == Self.end[0], line[index...].starts(with: Self.end)
      {
        keep(line[begin..<index])
        name = nil
        index += Self.end.count
      } else {
        index += 1
      }
    }
  }

  private mutating func keep(_ name: ArraySlice<UInt8>) {
    guard skipped.count < Self.maximumCount else {
      isOverflowing = true
      return
    }
    skipped.insert(Self.test(named: String(decoding: name, as: UTF8.self)))
  }

  /// `-[AppTests.ShareTests testStores]` as `AppTests.ShareTests/testStores`; a class of Objective-C has no module.
  private static func test(named name: String) -> String {
    guard name.hasPrefix("-["), name.hasSuffix("]"),
      let space = name.firstIndex(of: " ")
    else { return name }
    let type = name[..<space].dropFirst(2)
    return type + (type.contains(".") ? "/" : ".") + name[space...].dropFirst().dropLast()
  }

  /// The report with the tests that were skipped. Its names have the module before them.
  package func applied(to report: TestReport) -> TestReport {
    guard !skipped.isEmpty || isOverflowing else { return report }
    var report = report
    report.results = report.results.map { result in
      guard result.verdict == .passed,
        skipped.contains(result.name) || skipped.contains(Self.consoleName(of: result.name))
      else { return result }
      var result = result
      result.verdict = .skipped
      return result
    }
    // Those that were not kept might be any.
    if isOverflowing { report.isComplete = false }
    return report
  }

  /// `Module.Class/test` as `Class.test`.
  private static func consoleName(of name: String) -> String {
    let parts = name.split(separator: "/", maxSplits: 1)
    guard parts.count == 2, let dot = parts[0].firstIndex(of: ".") else { return name }
    return parts[0][parts[0].index(after: dot)...] + "." + parts[1]
  }
}
