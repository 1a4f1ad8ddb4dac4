extension TestIssue.Kind {
  /// The kind by how the testing library begins its message; the rest of the message, which may quote anything, is
  /// not looked at. The stream tells it nowhere else.
  init(message: String) {
    let beginnings: [(String, Self)] = [
      ("Expectation failed", .expectation), ("Caught error", .error),
      ("Confirmation was confirmed", .confirmation), ("Time limit was exceeded", .timeLimit),
      ("Known issue was not recorded", .knownIssueMissing), ("Issue recorded", .recorded),
      ("An API was misused", .misuse), ("A system failure occurred", .system),
    ]
    self = beginnings.first { message.hasPrefix($0.0) }?.1 ?? .other
  }
}
