import ChangeEvidence
import Digests
import IntakeTesting
import Testing

/// Other programs read what is written, with the names as they are.
@Suite(.timeLimit(.minutes(5)))
struct OtherReadersTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func write(_ format: EvidenceFormat) async throws -> String {
    let path = folder.path(of: "evidence.\(format.rawValue)")
    _ = try await SampleEvidence.export(format: format).write(to: path, replacing: false)
    return path
  }

  private let names =
    SampleEvidence.names + [
      "index.html", "manifest.json", "statement.json", "test-result.json",
      "results/results.json", "results/junit.xml",
    ]

  @Test(.enabled(if: Tool.exists("unzip"), "unzip is not installed"))
  func `unzip finds nothing wrong`() async throws {
    let text = try await Tool.run("unzip", "-t", try await write(.zip))
    #expect(text.contains("No errors detected"))
  }

  @Test(.enabled(if: Tool.exists("zstd"), "zstd is not installed"))
  func `zstd finds nothing wrong`() async throws {
    _ = try await Tool.run("zstd", "-q", "-t", try await write(.tarZstandard))
  }

  @Test(
    .enabled(if: Tool.exists("bsdtar"), "bsdtar is not installed"),
    arguments: EvidenceFormat.allCases)
  func `bsdtar lists the names`(format: EvidenceFormat) async throws {
    let text = try await Tool.run(
      "bsdtar", "-tf", try await write(format), environment: ["LC_ALL": "C.UTF-8"])
    #expect(Set(text.split(separator: "\n").map(String.init)) == Set(names))
  }

  @Test(.enabled(if: Tool.exists("python3"), "python3 is not installed"))
  func `Python's zipfile reads and checks all`() async throws {
    let script = """
      import sys, zipfile
      zip = zipfile.ZipFile(sys.argv[1])
      assert zip.testzip() is None
      sys.stdout.buffer.write('\\n'.join(zip.namelist()).encode())
      """
    let text = try await Tool.run("python3", "-c", script, try await write(.zip))
    #expect(Set(text.split(separator: "\n").map(String.init)) == Set(names))
  }

  @Test(
    .enabled(if: Tool.exists("python3") && Tool.exists("zstd"), "python3 or zstd is not installed"))
  func `Python's tarfile reads all`() async throws {
    let path = try await write(.tarZstandard)
    let plain = folder.path(of: "evidence.tar")
    _ = try await Tool.run("zstd", "-q", "-d", path, "-o", plain)
    let script = """
      import sys, tarfile
      tar = tarfile.open(sys.argv[1])
      for entry in tar:
          assert entry.isfile() and entry.uid == 0 and entry.mode == 0o644 and entry.mtime == 1700000000
          assert len(tar.extractfile(entry).read()) == entry.size
          sys.stdout.buffer.write((entry.name + '\\n').encode())
      """
    let text = try await Tool.run("python3", "-c", script, plain)
    #expect(Set(text.split(separator: "\n").map(String.init)) == Set(names))
  }

  @Test(.enabled(if: Tool.exists("python3"), "python3 is not installed"))
  func `a few lines of Python compute the content digest`() async throws {
    let script = """
      import sys, json, hashlib, zipfile
      zip = zipfile.ZipFile(sys.argv[1])
      sealing = ['manifest.json', 'statement.json', 'test-result.json']
      lines = []
      for name in sorted((n for n in zip.namelist() if n not in sealing), key=lambda n: n.encode()):
          data = zip.read(name)
          lines.append('%s %d %s\\n' % (hashlib.sha256(data).hexdigest(), len(data), name))
      digest = 'sha256:' + hashlib.sha256(''.join(lines).encode()).hexdigest()
      assert json.loads(zip.read('manifest.json'))['contentDigest'] == digest
      """
    _ = try await Tool.run("python3", "-c", script, try await write(.zip))
  }

  /// The script checks the signature and the statement by what DSSE and in-toto say, with OpenSSL's command.
  @Test(
    .enabled(
      if: Tool.exists("python3") && Tool.exists("openssl"), "python3 or openssl is not installed"))
  func `OpenSSL's command verifies the signed statement`() async throws {
    let path = folder.path(of: "signed.zip")
    _ = try await SampleEvidence.export(key: SampleEvidence.key).write(to: path, replacing: false)
    let key = try folder.write(try SampleEvidence.key.publicKey().pem.utf8, to: "key.pem")
    let script = """
      import sys, json, base64, subprocess, zipfile
      archive, key, folder = sys.argv[1:]
      zip = zipfile.ZipFile(archive)
      for name, kind in [('statement', 'urn:attachment-intake:predicate:change-evidence:v1'),
              ('test-result', 'https://in-toto.io/attestation/test-result/v0.1')]:
          envelope = json.loads(zip.read(name + '.dsse.json'))
          body = base64.b64decode(envelope['payload'])
          assert body == zip.read(name + '.json')
          type = envelope['payloadType'].encode()
          message = b'DSSEv1 %d %s %d %s' % (len(type), type, len(body), body)
          open(folder + '/message', 'wb').write(message)
          open(folder + '/sig', 'wb').write(base64.b64decode(envelope['signatures'][0]['sig']))
          subprocess.run(['openssl', 'pkeyutl', '-verify', '-pubin', '-inkey', key, '-rawin',
              '-in', folder + '/message', '-sigfile', folder + '/sig'], check=True)
          statement = json.loads(body)
          assert statement['_type'] == 'https://in-toto.io/Statement/v1'
          assert statement['predicateType'] == kind
          assert [s['name'] for s in statement['subject']] == ['commit', 'tree', 'content', 'manifest.json']
          assert statement['predicate']['result'] == 'PASSED'
      """
    _ = try await Tool.run("python3", "-c", script, path, key, folder.path)
  }
}
