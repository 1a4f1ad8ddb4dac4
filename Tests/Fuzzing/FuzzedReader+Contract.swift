import ShareContract
import UniformTypes

extension FuzzedReader {
  /// Shares that every rule is evaluated for: none, one photo, a page with its document, two items.
  private static let shares: [[SharedItem]] = [
    [], [SharedItem(attachments: [["public.jpeg", "public.heic"]])],
    [SharedItem(attachments: [["com.adobe.pdf"], ["public.url"]])],
    [
      SharedItem(attachments: [["public.plain-text", "public.file-url"]]),
      SharedItem(attachments: []),
    ],
  ]

  func readPredicate(_ text: String) {
    guard let rule = try? ActivationRule(predicate: text) else { return }
    guard let again = try? ActivationRule(predicate: rule.description) else {
      fatalError("what was printed cannot be read: \(rule)")
    }
    precondition(again == rule, "what was printed reads as another rule: \(rule)")
    for items in Self.shares {
      let decision = rule.decision(for: items, in: .standard)
      precondition(decision.appears == again.decision(for: items, in: .standard).appears)
      precondition(!decision.description.isEmpty)
    }
  }

  func readInfoPlist(_ bytes: [UInt8]) {
    _ = try? AppEntitlements(reading: bytes)
    guard let list = try? ExtensionPropertyList(reading: bytes) else { return }
    _ = RuleLint.findings(in: list, registry: list.registry)
    for items in Self.shares { _ = list.rule?.decision(for: items, in: list.registry) }
  }

  func readContract(_ bytes: [UInt8]) {
    let document = ContractDocument(reading: bytes)
    guard let contract = document.contract else {
      precondition(!document.problems.isEmpty, "nothing is read, and nothing is wrong")
      return
    }
    let again = try? InputContract(reading: Array(contract.jsonText.utf8))
    precondition(again == contract, "what was written reads as another contract")
    for row in contract.rows { _ = try? row.revision }
  }

  func readRecords(_ bytes: [UInt8]) {
    let (file, _, _) = ShareRecordFile.readingAll(bytes)
    for record in file.records {
      let line = record.jsonLine
      guard let again = try? ShareRecord(reading: line) else {
        fatalError("what was written cannot be read: \(String(decoding: line, as: UTF8.self))")
      }
      precondition(again.jsonLine == line, "what was written reads as another record")
    }
  }
}
