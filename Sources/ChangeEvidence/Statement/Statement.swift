package import IntakeModel
import JSONSyntax

/// What is attested about a change: an in-toto statement, version 1.
///
/// There are two, with the same subjects, since a statement has one predicate: ours, which ties the archive to the
/// change, and in-toto's test result, which other tools understand.
package struct Statement: Sendable, Hashable {
  package var subject: Subject
  package var predicate: Predicate

  /// What it is about.
  package struct Subject: Sendable, Hashable {
    package var commit: ObjectName
    package var tree: ObjectName
    package var contentDigest: ContentDigest
    package var manifestDigest: ContentDigest

    package init(
      commit: ObjectName, tree: ObjectName, contentDigest: ContentDigest,
      manifestDigest: ContentDigest
    ) {
      self.commit = commit
      self.tree = tree
      self.contentDigest = contentDigest
      self.manifestDigest = manifestDigest
    }
  }

  package enum Predicate: Sendable, Hashable {
    /// The verdict, and the change.
    case changeEvidence(EvidenceVerdict, Change)
    /// The tests by their names, and the document that they were held against.
    case testResult(TestResultPredicate)
  }

  package init(_ subject: Subject, _ predicate: Predicate) {
    self.subject = subject
    self.predicate = predicate
  }

  package static let type = "https://in-toto.io/Statement/v1"
  package static let changeEvidenceType = "urn:attachment-intake:predicate:change-evidence:v1"
  package static let testResultType = "https://in-toto.io/attestation/test-result/v0.1"

  /// The statement as an indented JSON object.
  package var json: [UInt8] {
    JSONWriter.document { json in
      json.member("_type", Self.type)
      json.key("subject")
      let subjects = [
        ("commit", "gitCommit", subject.commit.description),
        ("tree", "gitTree", subject.tree.description),
        ("content", "sha256", "\(subject.contentDigest)"),
        (SealingMember.manifest.rawValue, "sha256", "\(subject.manifestDigest)"),
      ]
      json.array(subjects) { json, subject in
        json.object(onOneLine: true) { json in
          json.member("name", subject.0)
          json.key("digest")
          json.object { json in json.member(subject.1, subject.2) }
        }
      }
      json.member("predicateType", predicate.type)
      json.key("predicate")
      predicate.write(to: &json)
    }
  }
}

/// in-toto's predicate for the results of tests, version 0.1. It knows neither skipped tests nor counts: tests that
/// did not fail and did not pass are warned of.
package struct TestResultPredicate: Sendable, Hashable {
  package var result: EvidenceVerdict.Result
  /// The member that says what is tested for, and its digest.
  package var configuration: (name: String, digest: ContentDigest)
  package var passedTests: [String]
  package var warnedTests: [String]
  package var failedTests: [String]

  package init(
    result: EvidenceVerdict.Result, configuration: (name: String, digest: ContentDigest),
    passedTests: [String], warnedTests: [String], failedTests: [String]
  ) {
    self.result = result
    self.configuration = configuration
    self.passedTests = passedTests
    self.warnedTests = warnedTests
    self.failedTests = failedTests
  }

  package static func == (left: Self, right: Self) -> Bool {
    left.result == right.result && left.configuration == right.configuration
      && left.passedTests == right.passedTests && left.warnedTests == right.warnedTests
      && left.failedTests == right.failedTests
  }

  package func hash(into hasher: inout Hasher) {
    hasher.combine(result)
    hasher.combine(configuration.digest)
    hasher.combine(passedTests)
  }
}

extension Statement.Predicate {
  fileprivate var type: String {
    switch self {
    case .changeEvidence: Statement.changeEvidenceType
    case .testResult: Statement.testResultType
    }
  }

  fileprivate func write(to json: inout JSONWriter) {
    switch self {
    case .changeEvidence(let verdict, let change):
      json.object { json in
        json.member("version", 1)
        json.member("result", verdict.result.rawValue)
        json.member("reasons", verdict.reasons)
        json.key("change")
        change.write(to: &json)
      }
    case .testResult(let tests):
      json.object { json in
        json.member("result", tests.result.rawValue)
        json.key("configuration")
        json.array([tests.configuration]) { json, document in
          json.object(onOneLine: true) { json in
            json.member("name", document.name)
            json.key("digest")
            json.object { json in json.member("sha256", "\(document.digest)") }
          }
        }
        json.member("passedTests", tests.passedTests)
        json.member("warnedTests", tests.warnedTests)
        json.member("failedTests", tests.failedTests)
      }
    }
  }
}
