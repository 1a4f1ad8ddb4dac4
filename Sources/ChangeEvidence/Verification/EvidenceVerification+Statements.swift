import IntakeModel
import ShareContract

extension EvidenceVerification {
  /// The statements that an archive must hold: the one about the tests where it holds tests.
  static func statements(of manifest: Manifest?) -> [SealingMember] {
    manifest?.lists(Statement.attestedResults) == true
      ? [.statement, .testResult] : [.statement]
  }

  /// Writes each statement anew from what it is about, and compares.
  ///
  /// Whatever a statement says besides would be said by nobody: it is in no other member, and without a signature
  /// anybody can add it.
  func checkStatements(
    _ content: EvidenceContent, _ manifest: Manifest?, _ report: inout VerificationReport
  ) throws {
    var findings: [String] = []
    let expected = Self.statements(of: manifest)
    for member in expected {
      guard let bytes = content.kept[member.rawValue] else {
        findings.append("there is no '\(member.rawValue)'")
        continue
      }
      guard let manifest, let digest = content[SealingMember.manifest.rawValue]?.digest else {
        continue
      }
      findings +=
        member == .statement
        ? changeFindings(bytes, manifest, digest)
        : testFindings(bytes, content.kept[Statement.attestedResults], manifest, digest)
    }
    for member in [SealingMember.testResult, .signedTestResult]
    where manifest != nil && !expected.contains(.testResult) && content[member.rawValue] != nil {
      findings.append("'\(member.rawValue)' is about tests that are not in the archive")
    }
    report.add(.statement, findings, holds: "about this content, this manifest and its commit")
  }

  private func changeFindings(
    _ bytes: [UInt8], _ manifest: Manifest, _ digest: ContentDigest
  ) -> [String] {
    let name = "'\(SealingMember.statement.rawValue)'"
    do throws(DocumentError) {
      var findings = try subjectFindings(bytes, .statement, manifest, digest)
      let attested = try Change.attested(in: bytes)
      if attested.change != manifest.change {
        findings.append("\(name) says another change than the manifest")
      }
      if attested.verdict != manifest.verdict {
        findings.append("\(name) says another verdict than the manifest")
      }
      let expected = Statement.changeEvidence(manifest, manifestDigest: digest)
      if findings.isEmpty, bytes != expected.json {
        findings.append("\(name) says what 'manifest.json' does not say, or says it otherwise")
      }
      return findings
    } catch {
      return ["\(name) cannot be read: \(error)"]
    }
  }

  private func testFindings(
    _ bytes: [UInt8], _ results: [UInt8]?, _ manifest: Manifest, _ digest: ContentDigest
  ) -> [String] {
    let name = "'\(SealingMember.testResult.rawValue)'"
    // That it is missing, or too large, is told elsewhere.
    guard let results else { return [] }
    let tests: TestReport
    do throws(DocumentError) {
      tests = try TestReport(reading: results)
    } catch {
      return ["'\(Statement.attestedResults)' cannot be read: \(error)"]
    }
    do throws(DocumentError) {
      var findings = try subjectFindings(bytes, .testResult, manifest, digest)
      let expected = Statement.testResult(tests, manifest, manifestDigest: digest)
      if findings.isEmpty, bytes != expected.json {
        findings.append(
          "\(name) says other than 'manifest.json' and '\(Statement.attestedResults)' do")
      }
      if manifest.verdict.result != .failed, !tests.objections.isEmpty {
        findings.append(
          "'manifest.json' says \(manifest.verdict.result.rawValue), though "
            + "'\(Statement.attestedResults)' speaks against the run")
      }
      return findings
    } catch {
      return ["\(name) cannot be read: \(error)"]
    }
  }

  private func subjectFindings(
    _ bytes: [UInt8], _ member: SealingMember, _ manifest: Manifest, _ digest: ContentDigest
  ) throws(DocumentError) -> [String] {
    let name = "'\(member.rawValue)'"
    let subject = try Statement.Subject(
      reading: bytes,
      predicateType: member == .statement
        ? Statement.changeEvidenceType : Statement.testResultType)
    var findings: [String] = []
    if subject.manifestDigest != digest {
      findings.append("\(name) is about another 'manifest.json'")
    }
    if subject.contentDigest != manifest.contentDigest {
      findings.append("\(name) is about another content")
    }
    if subject.commit != manifest.change.commit || subject.tree != manifest.change.tree {
      findings.append("\(name) is about another commit than the manifest")
    }
    return findings
  }
}
