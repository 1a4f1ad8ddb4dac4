package import IntakeModel
import JSONSyntax
import UniformTypes

extension CatalogRecord {
  /// The record as one line of JSON: what a receiver needs, and no path.
  ///
  /// - Parameter token: The lease, if the line is for whoever took it. Nobody else gets to see one.
  package func jsonLine(leaseToken token: LeaseID? = nil) -> [UInt8] {
    JSONWriter.line { json in
      json.member("id", id.description)
      if let token { json.member("lease", token.description) }
      json.member("state", state.name)
      json.member("name", displayName)
      json.member("contentType", attachment.contentType.rawValue)
      json.member("declaredType", attachment.declaredType.rawValue)
      json.member("size", attachment.size.bytes)
      json.member("sha256", attachment.digest.description)
      json.member("verdict", attachment.verdict?.text)
      json.member("batch", batch.description)
      json.member("position", position)
      json.member("recordedAt", recordedAt)
      json.member("lastReadAt", lastReadAt)
      json.member("leaseEndsAt", lease?.endsAt)
    }
  }
}

extension Removal {
  /// The removal as one line of JSON.
  package var jsonLine: [UInt8] {
    JSONWriter.line { json in
      json.member("id", id.description)
      json.member("size", size.bytes)
      json.member("reason", reason.rawValue)
      json.member("removedAt", removedAt)
    }
  }
}

extension CatalogRecord.State {
  /// The state as it is written in output. Stable.
  package var name: String { "\(self)" }
}
