/// What the attributes `status` and `result` say of a test: tools have one of them, both, or neither.
enum XUnitStatus {
  case passed
  case skipped
  case failed
  /// A word that is not known, which nobody may take for a pass.
  case unknown

  private static let words: [String: Self] = {
    var words: [String: Self] = [:]
    // GoogleTest writes status="run" result="completed", and "notrun" and "suppressed"; CTest "run", "fail",
    // "notrun" and "disabled"; Jenkins "FIXED" and "REGRESSION".
    for word in [
      "run", "completed", "pass", "passed", "ok", "success", "successful", "succeeded", "fixed",
    ] {
      words[word] = .passed
    }
    for word in [
      "notrun", "skip", "skipped", "disabled", "suppressed", "ignore", "ignored", "pending", "todo",
    ] {
      words[word] = .skipped
    }
    for word in [
      "fail", "failed", "failure", "error", "errored", "regression", "broken", "crash", "crashed",
      "abort", "aborted", "killed", "timeout", "timedout",
    ] {
      words[word] = .failed
    }
    return words
  }()

  /// The worse of the two; `nil` where there is neither.
  static func of(_ element: XMLElement) -> Self? {
    let found = ["status", "result"].compactMap { element[$0] }.filter { !$0.isEmpty }.map { text in
      // As in "NotRun", "not run" and "not_run".
      words[text.lowercased().filter { $0 != " " && $0 != "_" && $0 != "-" }] ?? .unknown
    }
    return [Self.failed, .unknown, .skipped, .passed].first { found.contains($0) }
  }
}
