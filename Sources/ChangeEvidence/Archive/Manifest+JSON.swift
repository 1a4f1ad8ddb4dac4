import IntakeModel
import JSONSyntax

extension Manifest {
  /// The manifest as an indented JSON object, with one line for each member and each source.
  package var json: [UInt8] {
    JSONWriter.document { json in
      json.member("version", Self.version)
      json.member("contentDigest", "sha256:\(contentDigest)")
      json.member("time", time)
      json.key("verdict")
      verdict.write(to: &json)
      json.key("change")
      change.write(to: &json)
      json.key("sources")
      json.array(sources) { json, source in source.write(to: &json) }
      json.key("members")
      json.array(members) { json, member in
        json.object(onOneLine: true) { json in
          json.member("path", member.path.text)
          json.member("size", member.size)
          json.member("sha256", "\(member.digest)")
          json.member("source", member.source)
        }
      }
    }
  }
}

extension EvidenceVerdict {
  func write(to json: inout JSONWriter) {
    json.object { json in
      json.member("result", result.rawValue)
      json.member("reasons", reasons)
    }
  }
}

extension SourceReport {
  func write(to json: inout JSONWriter) {
    json.object(onOneLine: true) { json in
      json.member("name", name)
      json.member("state", state.name)
      switch state {
      case .truncated(let limit): json.member("truncatedAt", limit)
      case .timedOut(let seconds): json.member("timedOutAfter", seconds)
      default: break
      }
      json.member("redactions", redactions)
      json.member("note", note)
      json.member("members", memberCount)
      json.member("bytes", bytes)
    }
  }
}

extension Change {
  func write(to json: inout JSONWriter) {
    json.object { json in
      json.member("commit", commit.description)
      json.member("tree", tree.description)
      json.member("parents", parents.map(\.description))
      json.member("branch", branch)
      json.member("time", time)
      json.member("isClean", isClean)
      if let difference {
        json.key("difference")
        json.object(onOneLine: true) { json in
          json.member("files", difference.fileCount)
          json.member("digest", "sha256:\(difference.digest)")
        }
      }
      json.member("contractDigest", contractDigest.map { "sha256:\($0)" })
    }
  }
}
