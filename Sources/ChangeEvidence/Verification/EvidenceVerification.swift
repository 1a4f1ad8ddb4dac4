package import Digests
import IntakeModel
import ShareContract

/// Checks that an evidence archive is what its statement says, and that the statement is about the expected change.
package struct EvidenceVerification: Sendable {
  /// The change that it must be about.
  package var change: Change?
  /// One of these must have signed it.
  package var keys: [Ed25519PublicKey]
  /// Whether an archive without a signature is refused.
  package var requiresSignature: Bool

  package init(
    change: Change? = nil, keys: [Ed25519PublicKey] = [], requiresSignature: Bool = false
  ) {
    self.change = change
    self.keys = keys
    self.requiresSignature = requiresSignature
  }

  /// Checks the archive at `path`. Nothing is extracted.
  ///
  /// Holds the manifest, the statements and the test results in memory, and 64 KiB of members. What is wrong with the
  /// archive is in the report.
  ///
  /// - Throws: ``EvidenceError`` where there is no such file, or it cannot be read; `CancellationError`.
  package func verify(_ path: String) async throws -> VerificationReport {
    var keep = EvidenceContent.sealing
    keep[Statement.attestedResults] = SealingMember.maximumSize
    let content = try await EvidenceContent.read(path, keep: keep, checksBytes: true)
    var report = VerificationReport()
    report.add(
      .archive, content.faults,
      holds: "\(content.members.count) members, each once, in order, and no other kind of entry")
    guard content.isComplete else {
      report.addOpen(.members, "not checked, since the archive cannot be read to its end")
      return report
    }
    let manifest = checkManifest(content, &report)
    report.manifest = manifest
    if let manifest { checkMembers(content, manifest, &report) }
    try checkStatements(content, manifest, &report)
    try checkSignatures(content, manifest, &report)
    checkChange(content, manifest, &report)
    switch content.isCanonical {
    case true?: report.add(.bytes, [], holds: "what this program writes for these members")
    case false?:
      report.addOpen(
        .bytes,
        "not what this program writes for these members: another version of a compressing library wrote "
          + "it, or something outside of the members was changed")
    case nil: break
    }
    return report
  }

  // MARK: Manifest and members

  private func checkManifest(
    _ content: EvidenceContent, _ report: inout VerificationReport
  ) -> Manifest? {
    guard let bytes = content.kept[SealingMember.manifest.rawValue] else {
      report.add(.manifest, ["there is no 'manifest.json'"], holds: "")
      return nil
    }
    do throws(DocumentError) {
      let manifest = try Manifest(reading: bytes)
      var findings: [String] = []
      let digest = try? ContentListing.digest(of: manifest.members)
      if digest != manifest.contentDigest {
        findings.append("its content digest is not that of the members it lists")
      }
      let paths = manifest.members.map(\.path)
      if !zip(paths, paths.dropFirst()).allSatisfy({ $0 < $1 }) {
        findings.append("its members are out of order")
      }
      report.add(.manifest, findings, holds: "content digest sha256:\(manifest.contentDigest)")
      return manifest
    } catch {
      report.add(.manifest, ["'manifest.json' cannot be read: \(error)"], holds: "")
      return nil
    }
  }

  private func checkMembers(
    _ content: EvidenceContent, _ manifest: Manifest, _ report: inout VerificationReport
  ) {
    var findings: [String] = []
    // By names as strings: a tar gives them composed.
    var listed = Dictionary(
      manifest.members.map { ($0.path.text, $0) }, uniquingKeysWith: { first, _ in first })
    for member in content.members {
      let name = Quotation.of(member.path.text)
      if let time = member.time, time != manifest.time {
        findings.append("\(name) has another time than the manifest says")
      }
      if SealingMember(rawValue: member.path.text) != nil { continue }
      guard let entry = listed.removeValue(forKey: member.path.text) else {
        findings.append("\(name) is extra: the manifest does not list it")
        continue
      }
      if entry.size != member.size {
        findings.append("\(name) has \(member.size) bytes, the manifest says \(entry.size)")
      } else if entry.digest != member.digest {
        findings.append(
          "\(name) is changed: its SHA-256 is \(member.digest), the manifest says \(entry.digest)")
      }
    }
    for path in listed.values.map(\.path).sorted() {
      findings.append("\(Quotation.of(path.text)) is missing: the manifest lists it")
    }
    let count = manifest.members.count
    report.add(
      .members, Self.bounded(findings),
      holds: "all \(count) have the size and digest of the manifest")
  }

  // MARK: Signatures

  private func checkSignatures(
    _ content: EvidenceContent, _ manifest: Manifest?, _ report: inout VerificationReport
  ) throws(EvidenceError) {
    var findings: [String] = []
    let pairs = Self.statements(of: manifest).map { ($0, $0.envelope) }
    let isSigned = pairs.contains { content.kept[$0.1.rawValue] != nil }
    for (plain, signed) in pairs {
      let name = "'\(signed.rawValue)'"
      guard let bytes = content.kept[signed.rawValue] else {
        if isSigned { findings.append("\(name) is missing, though the other statement is signed") }
        continue
      }
      do throws(DocumentError) {
        let envelope = try SignedEnvelope(reading: bytes)
        report.keyIDs += envelope.signatures.map(\.keyID).filter { !report.keyIDs.contains($0) }
        if envelope.payload != content.kept[plain.rawValue] {
          findings.append("\(name) signs another statement than '\(plain.rawValue)'")
        }
        if !keys.isEmpty, try !isValid(envelope, name) {
          findings.append("\(name) is not signed by the given key")
        }
      } catch {
        findings.append("\(name) cannot be read: \(error)")
      }
    }
    if !isSigned {
      let isDemanded = requiresSignature || !keys.isEmpty
      if isDemanded { findings.append("the statement is not signed") }
      if findings.isEmpty { return report.addOpen(.signature, "the statement is not signed") }
    } else if findings.isEmpty, keys.isEmpty {
      let ids = report.keyIDs.map { Quotation.escaped($0) }.joined(separator: ", ")
      // Anybody can sign with a key of his own.
      let text = "signed by \(ids), which is not checked: no key was given"
      if !requiresSignature { return report.addOpen(.signature, text) }
      findings.append(text)
    }
    report.add(.signature, findings, holds: "by the given key")
  }

  private func isValid(_ envelope: SignedEnvelope, _ name: String) throws(DocumentError) -> Bool {
    do throws(EvidenceError) {
      for key in keys where try envelope.isSigned(by: key) { return true }
      return false
    } catch {
      throw DocumentError(error.description)
    }
  }

  // MARK: Change

  private func checkChange(
    _ content: EvidenceContent, _ manifest: Manifest?, _ report: inout VerificationReport
  ) {
    guard let manifest else { return }
    let found = manifest.change
    var findings: [String] = []
    if let change {
      if found.commit != change.commit {
        findings.append("it is about the commit \(found.commit), not \(change.commit)")
      } else {
        if found.tree != change.tree {
          findings.append("it says the tree \(found.tree), the commit has \(change.tree)")
        }
        if found.parents != change.parents {
          findings.append("it says other parents than the commit has")
        }
        if found.time != change.time { findings.append("it says another time than the commit has") }
      }
    }
    let contract = manifest.members.first { $0.path.text == "contract.json" }
    if let digest = found.contractDigest, let contract, digest != contract.digest {
      findings.append("it says another contract than 'contract.json'")
    }
    guard findings.isEmpty, change == nil else {
      let state = found.isClean ? "" : ", with changes that are in no commit"
      return report.add(.change, findings, holds: "\(found.commit)\(state)")
    }
    report.addOpen(
      .change, "\(found.commit), which is not checked: no change was given")
  }

  private static func bounded(_ findings: [String]) -> [String] {
    findings.count <= 100
      ? findings : Array(findings.prefix(100)) + ["and \(findings.count - 100) more"]
  }
}
