import ShareContract

/// Where the drill was asserted, as it leaves it for the gate: lines of the number of the line, the file as
/// `Module/File.swift`, and the function, with tabs between them.
package struct DrillMark: Sendable, Hashable {
  /// As `Module/File.swift`.
  package var file: String
  package var line: Int
  /// The test function, such as `testDrill()`.
  package var function: String

  /// The most bytes of a mark that are read.
  static let maximumSize = 64 << 10

  package init(file: String, line: Int, function: String) {
    self.file = file
    self.line = line
    self.function = function
  }

  /// The places in a mark, each once; none of what is no such line.
  static func reading(_ bytes: [UInt8]) -> [DrillMark] {
    var marks: [DrillMark] = []
    for text in bytes.split(separator: UInt8(ascii: "\n")) {
      let parts = text.split(separator: 0x09, maxSplits: 2, omittingEmptySubsequences: false)
        .map { String(decoding: $0, as: UTF8.self) }
      guard parts.count == 3, let line = Int(parts[0]), line > 0, !parts[1].isEmpty else {
        continue
      }
      let mark = DrillMark(file: parts[1], line: line, function: parts[2])
      if !marks.contains(mark), marks.count < 16 { marks.append(mark) }
    }
    return marks
  }

  /// Whether a failed test is the one that asserted the drill here, and failed by that.
  ///
  /// By the place of its failures where its report tells them, else by its name: the file of XCTest has no places.
  func explains(_ result: TestResult) -> Bool {
    let places = result.issues.filter { $0.severity == .failure }.compactMap(\.place)
    if !places.isEmpty {
      return places.allSatisfy { $0.line == line && Self.name(of: $0.path) == Self.name(of: file) }
    }
    let name = TestName(result.name).base
    let module = file.prefix { $0 != "/" }
    let own = TestName(function).base
    return [".", "/"].contains { name.hasPrefix(module + $0) }
      && [".", "/"].contains { name.hasSuffix($0 + own) }
  }

  private static func name(of path: String) -> Substring {
    path.split(separator: "/").last ?? ""
  }
}

extension DrillMark: CustomStringConvertible {
  package var description: String { "\(file):\(line)" }
}
