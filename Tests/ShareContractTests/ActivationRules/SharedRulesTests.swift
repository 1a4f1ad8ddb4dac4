import Foundation
import ShareContract
import SharedMaterial
import Testing

/// The rules among the facts outside the package, all of which the tests hold as data.
@Suite(
  .enabled(
    if: SharedMaterial.exists("facts/activation-rules.json"), "the shared facts are not here"))
struct SharedRulesTests {
  static let path = "facts/activation-rules.json"

  private func rules(_ form: String) throws -> [Any] {
    let text = try SharedMaterial.text(Self.path)
    let rules = try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [[String: Any]]
    return try #require(rules).filter { $0["form"] as? String == form }.compactMap { $0["rule"] }
  }

  @Test func `every predicate among the facts is one of the tests`() throws {
    let known = Set(PublicRules.predicates.map(\.text))
    let shared = try rules("predicate").compactMap { $0 as? String }
    #expect(shared.count == 16)
    for text in shared { #expect(known.contains(text), "\(text)") }
  }

  @Test func `every dictionary among the facts reads as one of the tests`() throws {
    let known = try PublicRules.dictionaries.map {
      try ExtensionPropertyList(reading: $0.bytes).rule
    }
    let shared = try rules("dictionary")
    #expect(shared.count == 14)
    for dictionary in shared {
      let data = try PropertyListSerialization.data(
        fromPropertyList: dictionary, format: .binary, options: 0)
      let rule = try #require(try ExtensionPropertyList(reading: Array(data)).rule)
      #expect(known.contains(rule))
      for share in SampleShare.all { #expect(rule.decision(for: share.items).isComplete) }
    }
  }
}
