import IntakeModel
import JSONSyntax
import ShareContract

extension EvidencePolicy {
  /// Judges a change by the files that it touches.
  ///
  /// - Parameters:
  ///   - files: Those that the change touches, with their contents where they are a contract, entitlements or
  ///     evidence.
  ///   - contracts: The contents of all contracts that the change leaves.
  ///   - old: The contents of all evidence that was there before: what says the same is none of the change, wherever
  ///     it lies and however it is written.
  /// - Complexity: O(*n*) in the number of bytes, times the number of patterns.
  package func verdict(
    on files: [ChangedFile], contracts: [[UInt8]], old: [Part: [[UInt8]]] = [:]
  ) -> PolicyVerdict {
    var judging = PolicyJudging(
      self, files.sorted { $0.path.utf8.lexicographicallyPrecedes($1.path.utf8) }, old)
    return judging.verdict(contracts: contracts)
  }
}

/// The judging of one change.
private struct PolicyJudging {
  private let policy: EvidencePolicy
  private let files: [ChangedFile]
  private let old: [EvidencePolicy.Part: [[UInt8]]]
  private var findings: [PolicyFinding] = []
  /// The most tests that are named one by one.
  private static let maximumNamed = 50

  init(
    _ policy: EvidencePolicy, _ files: [ChangedFile], _ old: [EvidencePolicy.Part: [[UInt8]]]
  ) {
    self.policy = policy
    self.files = files
    self.old = old
  }

  private mutating func find(_ reason: PolicyReason, _ path: String?, _ message: String) {
    findings.append(PolicyFinding(reason: reason, path: path, message: message))
  }

  mutating func verdict(contracts: [[UInt8]]) -> PolicyVerdict {
    let triggers = files.compactMap { file in
      EvidencePolicy.Part.allCases.first {
        $0.needsEvidence && policy.has(file.path, in: $0) && !isEvidence(file)
      }
      .map { PolicyVerdict.Trigger(path: file.path, part: $0) }
    }
    let changesGroups = changesGroups()
    if !triggers.isEmpty {
      let contracts = contracts.compactMap { try? InputContract(reading: $0) }
      judgeMatrix(contracts: contracts)
      judgeResults(required: contracts.flatMap(\.rows).flatMap(\.tests))
    }
    if !triggers.isEmpty || changesGroups {
      judgeDevice(needsAny: !triggers.isEmpty, needsFresh: changesGroups)
    }
    return PolicyVerdict(
      findings: findings, triggers: triggers, changesGroups: changesGroups,
      evidence: files.filter(isEvidence).map(\.path))
  }

  private func isEvidence(_ file: ChangedFile) -> Bool {
    [.matrix, .results, .device].contains { policy.has(file.path, in: $0) }
  }

  /// The files of a part that the change adds or changes.
  private func new(_ part: EvidencePolicy.Part) -> [(path: String, bytes: [UInt8])] {
    files.compactMap { file in
      guard policy.has(file.path, in: part), let after = file.after, after != file.before else {
        return nil
      }
      return (file.path, after)
    }
  }

  /// What was there of a part before the change.
  private func before(_ part: EvidencePolicy.Part) -> [[UInt8]] {
    old[part, default: []] + files.filter { policy.has($0.path, in: part) }.compactMap(\.before)
  }

  private func places(of part: EvidencePolicy.Part) -> String {
    let patterns = policy.patterns[part, default: []].map { "'\($0)'" }
    return patterns.isEmpty ? "the policy names no place for it" : patterns.joined(separator: ", ")
  }

  // MARK: Evidence

  private mutating func judgeMatrix(contracts: [InputContract]) {
    let digests = contracts.compactMap { try? $0.digest }
    let known = Set(before(.matrix).compactMap { try? MatrixHead(reading: $0) })
    var hasNew = false
    for matrix in new(.matrix) {
      do throws(DocumentError) {
        let read = try MatrixHead(reading: matrix.bytes)
        if known.contains(read) { continue }
        hasNew = true
        if !digests.contains(read.contractDigest) {
          find(
            .matrixOfOtherContract, matrix.path,
            "\(Quotation.of(matrix.path)) was made for another contract than this change leaves; make it again"
          )
        }
        if !read.isGreen {
          find(.matrixRed, matrix.path, "\(Quotation.of(matrix.path)) is not green")
        }
      } catch {
        hasNew = true
        find(.matrixUnreadable, matrix.path, "\(Quotation.of(matrix.path)): \(error)")
      }
    }
    if !hasNew {
      find(.matrixMissing, nil, "the change brings no new matrix (\(places(of: .matrix)))")
    }
  }

  /// - Parameter required: The tests that the contracts name.
  private mutating func judgeResults(required: [String]) {
    let known = Set(before(.results).compactMap { try? TestReport(reading: $0) })
    var reports: [TestReport] = []
    var hasNew = false
    for result in new(.results) {
      do throws(DocumentError) {
        let report = try TestReport(reading: result.bytes)
        if known.contains(report) { continue }
        hasNew = true
        reports.append(report)
        let objections = report.objections
        if !objections.isEmpty {
          let shown = objections.prefix(Self.maximumNamed).map { Quotation.escaped($0) }
          find(
            .resultsRed, result.path,
            "\(Quotation.of(result.path)): \(shown.joined(separator: "; "))")
        }
      } catch {
        hasNew = true
        find(.resultsUnreadable, result.path, "\(Quotation.of(result.path)): \(error)")
      }
    }
    if !hasNew {
      find(.resultsMissing, nil, "the change brings no new test results (\(places(of: .results)))")
    } else if !reports.isEmpty {
      judgeRequired(required, in: reports)
    }
  }

  /// Each of the tests has to have passed in one of the results: not every platform has every test.
  private mutating func judgeRequired(_ required: [String], in reports: [TestReport]) {
    let indexes = reports.map { RequiredTests($0) }
    var seen: Set<String> = []
    let lacking = required.filter { name in
      seen.insert(name).inserted && !indexes.contains { $0[name].verdict?.standing == .shows }
    }
    for name in lacking.prefix(Self.maximumNamed) {
      find(
        .resultsLackTest, nil,
        "the contract names the test \(Quotation.of(name)), which has passed in none of the new results"
      )
    }
    let rest = lacking.count - Self.maximumNamed
    if rest > 0 { find(.resultsLackTest, nil, "\(rest) more tests have passed in none of them") }
  }

  private mutating func judgeDevice(needsAny: Bool, needsFresh: Bool) {
    var hasDevice = false
    var hasFresh = false
    // By their identifiers: a file that moved, and a line that was written in another way, are old.
    let known = Set(before(.device).flatMap { Self.records(in: $0).map(\.id) })
    for file in new(.device) {
      do throws(DocumentError) {
        _ = try ShareRecordFile(reading: file.bytes)
        for record in Self.records(in: file.bytes)
        where record.origin == .device && !known.contains(record.id) {
          hasDevice = true
          if record.system?.isFreshInstallation == true, record.hasStored { hasFresh = true }
        }
      } catch {
        find(.deviceUnreadable, file.path, "\(Quotation.of(file.path)): \(error)")
      }
    }
    if needsAny, !hasDevice {
      find(
        .deviceMissing, nil,
        "the change brings no new record from a device (\(places(of: .device)))")
    }
    if needsFresh, !hasFresh {
      find(
        .freshInstallationMissing, nil,
        "the groups changed, and no new record shows a share that was stored in a fresh installation: an app that "
          + "was installed before keeps the container of the old group")
    }
  }

  /// The records of shares in a file; a line of another kind is none.
  private static func records(in bytes: [UInt8]) -> [ShareRecord] {
    bytes.split(separator: 0x0A).compactMap { try? ShareRecord(reading: Array($0)) }
  }

  // MARK: Groups

  /// Whether the groups of any entitlements are others than before.
  private mutating func changesGroups() -> Bool {
    var changes = false
    for file in files where policy.has(file.path, in: .entitlements) {
      let before = groups(file.before, of: file.path)
      let after = groups(file.after, of: file.path)
      // What cannot be read may be any change.
      if before != after || before == nil || after == nil { changes = true }
    }
    return changes
  }

  /// The groups; none for a file that is not there, `nil` for one that cannot be read.
  private mutating func groups(_ bytes: [UInt8]?, of path: String) -> Set<String>? {
    guard let bytes else { return [] }
    do throws(DocumentError) {
      return Set(try AppEntitlements(reading: bytes).applicationGroups)
    } catch {
      find(.entitlementsUnreadable, path, "\(Quotation.of(path)): \(error)")
      return nil
    }
  }
}

extension ShareRecord {
  /// Whether any of its attachments was stored.
  var hasStored: Bool {
    attachments.contains { if case .stored = $0.result { true } else { false } }
  }
}

/// What a policy has to know of a matrix in JSON. Two are equal if they say the same, however they are written.
struct MatrixHead: Hashable {
  let isGreen: Bool
  /// Hexadecimal digits.
  let contractDigest: String
  /// All of it, without places and spaces.
  private let content: [UInt8]

  init(reading bytes: [UInt8]) throws(DocumentError) {
    let node: JSONNode
    do throws(JSONError) {
      node = try JSONReader(.strict).read(bytes)
    } catch {
      throw DocumentError(error.message, at: .line(error.place.line, column: error.place.column))
    }
    guard node["version"]?.integer == Int64(TypeMatrix.jsonVersion),
      let isGreen = node["isGreen"]?.boolean,
      let digest = node["contractDigest"]?.string, digest.hasPrefix("sha256:")
    else {
      throw DocumentError(
        "expected a type matrix of version \(TypeMatrix.jsonVersion), as 'intake matrix --format json' writes it",
        at: .line(node.place.line, column: node.place.column))
    }
    self.isGreen = isGreen
    contractDigest = String(digest.dropFirst(7))
    var content: [UInt8] = []
    Self.append(node, to: &content)
    self.content = content
  }

  /// Each value with its kind, and a text with its length, so that no two contents look the same; members by name,
  /// since their order says nothing. As deep as the reader lets a text be.
  private static func append(_ node: JSONNode, to content: inout [UInt8]) {
    func append(_ kind: Character, _ text: String) {
      content += Array("\(kind)\(text.utf8.count):\(text)".utf8)
    }
    switch node.value {
    case .null: append("n", "")
    case .boolean(let flag): append("b", "\(flag)")
    case .integer(let number): append("i", "\(number)")
    case .decimal(let number): append("d", "\(number)")
    case .string(let text): append("s", text)
    case .array(let elements):
      append("a", "\(elements.count)")
      for element in elements { Self.append(element, to: &content) }
    case .object(let members):
      append("o", "\(members.count)")
      let sorted = members.sorted { $0.name.utf8.lexicographicallyPrecedes($1.name.utf8) }
      for member in sorted {
        append("m", member.name)
        Self.append(member.value, to: &content)
      }
    }
  }
}
