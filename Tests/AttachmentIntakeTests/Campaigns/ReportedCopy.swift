import IntakeModel

/// An attachment that `intake ingest --json` reported as stored, or `library import` as imported.
struct ReportedCopy: Hashable, Sendable {
  let id: AttachmentID
  let size: Int64
  let digest: String

  /// The copies in complete lines of output; a line that was cut short was not handed over.
  static func all(in output: String) -> [ReportedCopy] {
    var lines = output.split(separator: "\n", omittingEmptySubsequences: false)
    lines.removeLast()
    return lines.compactMap { Self(line: $0) }
  }

  private init?(line: Substring) {
    guard let result = JSONLine.string("result", in: line),
      result == "stored" || result == "imported",
      let id = JSONLine.string("id", in: line).flatMap({ AttachmentID($0) }),
      let digest = JSONLine.string("sha256", in: line),
      let size = JSONLine.number("size", in: line)
    else { return nil }
    self.id = id
    self.size = size
    self.digest = digest
  }
}

/// Members of one line of the command's JSON, which has no spaces and no escapes in what is asked for here.
enum JSONLine {
  static func string(_ member: String, in line: Substring) -> String? {
    value(member, in: line).flatMap { rest in
      rest.first == "\"" ? String(rest.dropFirst().prefix { $0 != "\"" }) : nil
    }
  }

  static func number(_ member: String, in line: Substring) -> Int64? {
    value(member, in: line).flatMap { Int64($0.prefix { $0.isNumber }) }
  }

  private static func value(_ member: String, in line: Substring) -> Substring? {
    let key = "\"\(member)\":"
    return line.indices.first { line[$0...].hasPrefix(key) }.map {
      line[line.index($0, offsetBy: key.count)...]
    }
  }
}
