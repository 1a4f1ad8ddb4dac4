import AttachmentIntake
import IntakeModel

/// What needs no body to be answered: pages, figures, and refusals.
package struct Routes: Sendable {
  package let limits: UploadLimits
  package let board: ProgressBoard
  /// The counters as text, when they are asked for.
  package let metrics: @Sendable () -> String

  package init(
    limits: UploadLimits, board: ProgressBoard, metrics: @escaping @Sendable () -> String
  ) {
    self.limits = limits
    self.board = board
    self.metrics = metrics
  }

  /// - Returns: The answer; `nil` for an upload, whose body is to be taken in.
  package func answer(_ head: RequestHead) -> Answer? {
    switch head.path {
    case "/": return reading(head) { .page(limits) }
    case "/metrics":
      return reading(head) { Answer(IntakeCounters.prometheusContentType, metrics()) }
    case "/attachments":
      guard head.method == "POST" else { return .refusal(of: head, allowing: "POST") }
      return upload(head)
    case let path where path.hasPrefix("/progress/"):
      return reading(head) {
        let token = String(path.dropFirst("/progress/".count))
        guard let progress = board.progress(of: token) else {
          return .refusal(404, "not-found", "no upload with this token is known")
        }
        return Answer(200, progress.json(token: token))
      }
    default: return .refusal(404, "not-found", "there is nothing here; see /")
    }
  }

  private func reading(_ head: RequestHead, _ answer: () -> Answer) -> Answer {
    head.method == "GET" || head.method == "HEAD"
      ? answer() : .refusal(of: head, allowing: "GET, HEAD")
  }

  /// What can be told of an upload before its body.
  private func upload(_ head: RequestHead) -> Answer? {
    if head.isForeign {
      return .refusal(403, "foreign-origin", "pages of other sites may not upload here")
    }
    if let policy = head.policy, BatchPolicy(query: policy) == nil {
      return .refusal(400, "bad-request", "the policy is 'keep' or 'all-or-nothing'")
    }
    if let token = head.token, !ProgressBoard.isToken(token) {
      return .refusal(
        400, "bad-request", "a token is 1 to 64 letters, digits, hyphens and underscores of ASCII")
    }
    let limit = limits.bodySize(of: head)
    if let length = head.contentLength, length > limit {
      let code = head.isMultipart ? IntakeError.Code.overBatchLimit : .overFileLimit
      return .refusal(
        413, code.name, "the body has \(length.bytes) bytes, and at most \(limit.bytes) are taken")
    }
    return nil
  }
}

extension BatchPolicy {
  /// As it stands in the query of a request.
  init?(query: String) {
    switch query {
    case "keep": self = .keep
    case "all-or-nothing": self = .allOrNothing
    default: return nil
    }
  }
}

extension Answer {
  /// A refusal of the whole request.
  static func refusal(_ status: Int, _ code: String, _ message: String) -> Answer {
    Answer(status, [], failure: (code, message))
  }

  fileprivate static func refusal(of head: RequestHead, allowing methods: String) -> Answer {
    var answer = refusal(405, "method-not-allowed", "\(head.path) takes \(methods)")
    answer.headers.append(Header(name: "Allow", value: methods))
    return answer
  }
}
