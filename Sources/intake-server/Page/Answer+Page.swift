import IntakeModel

extension Answer {
  /// The page to try the server by. It loads nothing, and runs its own script alone.
  static func page(_ limits: UploadLimits) -> Answer {
    let nonce = (0..<2).map { _ in String(UInt64.random(in: .min ... .max), radix: 36) }.joined()
    let text = UploadPage.text
      .replacing("{nonce}", with: nonce)
      .replacing("{fileSize}", with: "\(limits.fileSize)")
      .replacing("{requestSize}", with: "\(limits.requestSize)")
    var answer = Answer("text/html; charset=utf-8", text)
    answer.headers += [
      Header(
        name: "Content-Security-Policy",
        value: """
          default-src 'none'; script-src 'nonce-\(nonce)'; style-src 'nonce-\(nonce)'; \
          connect-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'
          """),
      Header(name: "X-Content-Type-Options", value: "nosniff"),
    ]
    return answer
  }
}
