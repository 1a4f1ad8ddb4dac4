import IntakeModel
import IntakeTesting
import JSONSyntax
import UniformTypes

extension ReplayResult {
  /// The result as one line of JSON. The names of members are stable.
  var jsonLine: [UInt8] {
    JSONWriter.line { json in
      json.member("share", recorded.id.description)
      json.member("origin", recorded.origin.rawValue)
      json.member("source", recorded.source?.text)
      json.member("content", recorded.content?.text)
      json.member("row", row)
      json.member("verdict", verdict.rawValue)
      json.key("attachments")
      json.array(observed?.attachments ?? []) { json, attachment in
        json.object { attachment.write(&$0) }
      }
      json.key("differences")
      json.array(differences) { json, difference in
        json.object {
          $0.member("attachment", difference.attachment)
          $0.member("subject", difference.subject.rawValue)
          $0.member("against", difference.standard.rawValue)
          $0.member("expected", difference.expected)
          $0.member("observed", difference.observed)
        }
      }
      json.member("obstacles", obstacles)
      json.member("remarks", remarks)
      json.member("caveats", caveats)
    }
  }
}

extension AttachmentRecord {
  fileprivate func write(_ json: inout JSONWriter) {
    json.member("declared", representations.map(\.type.rawValue))
    switch result {
    case .stored(let declaredType, let contentType, let size):
      json.member("result", "stored")
      json.member("declaredType", declaredType.rawValue)
      json.member("contentType", contentType.rawValue)
      json.member("size", size.bytes)
    case .refused(let code, let stage):
      json.member("result", "refused")
      json.member("code", code.name)
      json.member("stage", stage.rawValue)
    case nil: json.member("result", String?.none)
    }
  }
}
