import IntakeModel
import ShareContract

extension Statement {
  /// The member that holds the tests which ``testResult(_:_:manifestDigest:)`` attests.
  static let attestedResults = "results/results.json"

  /// What ties an archive to its change. Nothing else goes into it than the manifest has.
  static func changeEvidence(_ manifest: Manifest, manifestDigest: ContentDigest) -> Statement {
    Statement(
      Subject(manifest, manifestDigest), .changeEvidence(manifest.verdict, manifest.change))
  }

  /// What tells other tools of the tests. Nothing else goes into it than the manifest and ``attestedResults`` have.
  static func testResult(
    _ tests: TestReport, _ manifest: Manifest, manifestDigest: ContentDigest
  ) -> Statement {
    Statement(
      Subject(manifest, manifestDigest), .testResult(TestResultPredicate(of: tests, manifest)))
  }
}

extension Statement.Subject {
  fileprivate init(_ manifest: Manifest, _ manifestDigest: ContentDigest) {
    self.init(
      commit: manifest.change.commit, tree: manifest.change.tree,
      contentDigest: manifest.contentDigest, manifestDigest: manifestDigest)
  }
}

extension Manifest {
  /// Whether it lists a member of this name.
  func lists(_ path: String) -> Bool { members.contains { $0.path.text == path } }
}

extension TestResultPredicate {
  /// The tests as in-toto names them.
  init(of tests: TestReport, _ manifest: Manifest) {
    var passed: [String] = []
    var warned: [String] = []
    var failed: [String] = []
    for result in tests.results {
      switch result.verdict.standing {
      case .shows: passed.append(result.name)
      case .silent: warned.append(result.name)
      case .breaks: failed.append(result.name)
      }
    }
    let contract = manifest.members.first { $0.path.text == "contract.json" }
    self.init(
      result: manifest.verdict.result,
      configuration: (
        contract?.path.text ?? "content", contract?.digest ?? manifest.contentDigest
      ),
      passedTests: passed, warnedTests: warned, failedTests: failed)
  }
}
