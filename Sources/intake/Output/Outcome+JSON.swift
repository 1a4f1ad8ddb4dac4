package import IntakeModel
import JSONSyntax
import UniformTypes

extension Outcome {
  /// The outcome as one line of JSON. The names of members and codes are stable.
  package var jsonLine: [UInt8] {
    JSONWriter.line { json in
      json.member("position", position)
      json.member("name", name)
      switch result {
      case .success(let stored):
        json.member("result", "stored")
        json.member("id", stored.id.description)
        json.member("contentType", stored.contentType.rawValue)
        json.member("declaredType", stored.declaredType.rawValue)
        json.member("size", stored.size.bytes)
        json.member("sha256", stored.digest.description)
        json.member("verdict", stored.verdict?.text)
      case .failure(let error):
        json.member("result", "refused")
        json.member("code", error.code.name)
        json.member("stage", error.stage.rawValue)
        json.member("message", error.message)
      }
      json.key("declared")
      json.array(declared) { $0.string($1.rawValue) }
      json.key("trail")
      json.array(trail) { json, candidate in
        json.object {
          $0.member("type", candidate.type.rawValue)
          $0.member("code", candidate.error.code.name)
          $0.member("stage", candidate.error.stage.rawValue)
          $0.member("message", candidate.error.message)
        }
      }
    }
  }
}
