import ChangeEvidence
import Digests
import IntakeModel
import IntakeTesting
import Testing

#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

@Suite(.timeLimit(.minutes(5)))
struct StatementTests {
  @Test func `a statement has the subjects and names of in-toto`() throws {
    let digest = try #require(ContentDigest(String(repeating: "ab", count: 32)))
    let subject = Statement.Subject(
      commit: SampleEvidence.change.commit, tree: SampleEvidence.change.tree,
      contentDigest: digest, manifestDigest: digest)
    let statement = Statement(
      subject,
      .testResult(
        TestResultPredicate(
          result: .warned, configuration: ("contract.json", digest), passedTests: ["a"],
          warnedTests: ["b"], failedTests: [])))
    let hexadecimal = String(repeating: "ab", count: 32)
    #expect(
      String(decoding: statement.json, as: UTF8.self) == """
        {
          "_type": "https://in-toto.io/Statement/v1",
          "subject": [
            {"name": "commit", "digest": {"gitCommit": "\(subject.commit)"}},
            {"name": "tree", "digest": {"gitTree": "\(subject.tree)"}},
            {"name": "content", "digest": {"sha256": "\(hexadecimal)"}},
            {"name": "manifest.json", "digest": {"sha256": "\(hexadecimal)"}}
          ],
          "predicateType": "https://in-toto.io/attestation/test-result/v0.1",
          "predicate": {
            "result": "WARNED",
            "configuration": [
              {"name": "contract.json", "digest": {"sha256": "\(hexadecimal)"}}
            ],
            "passedTests": [
              "a"
            ],
            "warnedTests": [
              "b"
            ],
            "failedTests": []
          }
        }

        """)
    #expect(
      try Statement.Subject(reading: statement.json, predicateType: Statement.testResultType)
        == subject)
  }

  @Test func `an envelope is read as it was written`() throws {
    let envelope = try SignedEnvelope(signing: Array("{}".utf8), with: SampleEvidence.key)
    let read = try SignedEnvelope(reading: envelope.json)
    #expect(read == envelope)
    #expect(try read.isSigned(by: SampleEvidence.key.publicKey()))
    #expect(try !read.isSigned(by: SampleEvidence.otherKey))
    var other = read
    other.payloadType += "x"
    #expect(try !other.isSigned(by: SampleEvidence.key.publicKey()))
  }

  @Test(arguments: [
    (#"{}"#, "line 1, column 1: expected the member 'payload'"),
    (
      #"{"payload":"*","payloadType":"x","signatures":[]}"#,
      "line 1, column 12: expected of 'payload' bytes in base64"
    ),
    (
      #"{"payload":"","payloadType":"x","signatures":[]}"#,
      "line 1, column 29: expected of 'payloadType'"
    ),
    (
      #"{"payload":"","payloadType":"application/vnd.in-toto+json","signatures":[]}"#,
      "line 1, column 73: expected of 'signatures' from 1 to 16"
    ),
    ("nonsense", "line 1, column 1: "),
  ])
  func `what is no envelope says where`(text: String, start: String) {
    let error = #expect(throws: DocumentError.self) {
      _ = try SignedEnvelope(reading: Array(text.utf8))
    }
    #expect(error?.description.hasPrefix(start) == true, "\(error?.description ?? "")")
  }

  @Test func `a manifest is read as it was written`() throws {
    var change = SampleEvidence.change
    let digest = try #require(ContentDigest(String(repeating: "cd", count: 32)))
    change.branch = nil
    change.difference = Change.Difference(fileCount: 3, digest: digest)
    change.contractDigest = digest
    let manifest = try Manifest(
      change: change, verdict: EvidenceVerdict(objections: ["bad"], doubts: ["doubtful"]), time: 7,
      sources: [
        SourceReport(
          name: "a", state: .present, redactions: 2, note: "x", memberCount: 1, bytes: 5),
        SourceReport(name: "b", state: .truncated(at: 9)),
        SourceReport(name: "c", state: .timedOut(afterSeconds: 3)),
        SourceReport(name: "d", state: .absent), SourceReport(name: "e", state: .failed),
      ],
      members: [
        EvidenceMember(
          path: try EvidencePath("é/😀"), size: 5, digest: digest, source: "a")
      ])
    #expect(try Manifest(reading: manifest.json) == manifest)
  }

  @Test func `a key that others can read is refused`() throws {
    let folder = try TemporaryFolder()
    let path = try folder.write("-----BEGIN".utf8, to: "key.pem")
    for mode in [0o640, 0o604, 0o620] as [mode_t] {
      chmod(path, mode)
      let error = #expect(throws: EvidenceError.self) { _ = try KeyFile.privateKey(path) }
      #expect(error?.description.contains("can be read or written by others") == true)
    }
    chmod(path, 0o600)
    let error = #expect(throws: EvidenceError.self) { _ = try KeyFile.privateKey(path) }
    #expect(error?.description.contains("is no key to sign with") == true)
    let none = #expect(throws: EvidenceError.self) { _ = try KeyFile.publicKey(folder.path) }
    #expect(none?.description.hasSuffix("is no file") == true)
  }

  /// A Python in which `securesystemslib` is installed, by the environment: the tests install nothing.
  private static let python = getenv("INTAKE_PYTHON").map { String(cString: $0) }

  @Test(.enabled(if: python != nil, "INTAKE_PYTHON names no Python with securesystemslib"))
  func `another implementation of DSSE verifies the statements`() async throws {
    let folder = try TemporaryFolder()
    let path = folder.path(of: "e.zip")
    _ = try await SampleEvidence.export(key: SampleEvidence.key).write(to: path, replacing: false)
    let key = try SampleEvidence.key.publicKey().rawBytes
    let script = """
      import sys, json, zipfile
      from securesystemslib.dsse import Envelope
      from securesystemslib.signer import SSlibKey
      zip = zipfile.ZipFile(sys.argv[1])
      for name in ['statement', 'test-result']:
          data = json.loads(zip.read(name + '.dsse.json'))
          keyid = data['signatures'][0]['keyid']
          key = SSlibKey(keyid, 'ed25519', 'ed25519', {'public': sys.argv[2]})
          envelope = Envelope.from_dict(data)
          envelope.verify([key], 1)
          envelope.payload += b' '
          try:
              envelope.verify([key], 1)
          except Exception:
              continue
          raise SystemExit('a changed payload is accepted')
      """
    _ = try await Tool.run(
      try #require(Self.python), "-c", script, path, Hexadecimal.encode(key))
  }
}
