public import IntakeModel
import JSONSyntax
import ShareContract

/// Which files of a repository are the contract, the rule and the reading code, and where the evidence of a change to
/// them lies.
public struct EvidencePolicy: Sendable, Hashable {
  /// The patterns of the files of each part. A part without patterns has no files.
  public var patterns: [Part: [PathPattern]]

  /// A part of a repository.
  public enum Part: String, Sendable, CaseIterable, Hashable {
    /// What is supported.
    case contract
    /// When the extension appears.
    case rule
    /// The code that takes shared content in.
    case reading
    /// The entitlements, which name the groups that share a container.
    case entitlements
    /// The type matrix, in JSON.
    case matrix
    /// Test results in the normal form.
    case results
    /// Records of shares on devices.
    case device

    /// Whether a change to it has to be shown to work.
    public var needsEvidence: Bool {
      switch self {
      case .contract, .rule, .reading: true
      case .entitlements, .matrix, .results, .device: false
      }
    }
  }

  /// Makes a policy of these patterns alone. A part that is left out has no files.
  public init(_ patterns: [Part: [PathPattern]]) { self.patterns = patterns }

  /// Where a project has these files unless it says otherwise.
  public static let standard = EvidencePolicy([
    .contract: patterns("share-contract.json", "**/share-contract.json"),
    // Xcode names it 'Info.plist', and 'ShareExtension-Info.plist' where a folder holds several.
    .rule: patterns("**/*Info.plist"), .reading: patterns("Sources/**"),
    .entitlements: patterns("**/*.entitlements"), .matrix: patterns("evidence/matrix.json"),
    .results: patterns("evidence/results/*.json"), .device: patterns("evidence/device/*.jsonl"),
  ])

  /// The name of the file of a repository's own policy, in its top folder.
  public static let fileName = "evidence-policy.json"

  private static func patterns(_ texts: String...) -> [PathPattern] {
    texts.compactMap { PathPattern($0) }
  }

  /// Whether a path belongs to a part.
  public func has(_ path: String, in part: Part) -> Bool {
    patterns[part, default: []].contains { $0.fits(path) }
  }

  /// Reads a policy: an object with the member `version`, which is 1, and for each part an array of patterns. Parts
  /// that are left out are as in ``standard``. Comments and last commas are read as well.
  ///
  /// - Throws: `DocumentError` with the place.
  public init(reading bytes: [UInt8]) throws(DocumentError) {
    func error(_ message: String, _ place: JSONPlace) -> DocumentError {
      DocumentError(message, at: .line(place.line, column: place.column))
    }
    var reader = JSONReader(.commented)
    reader.limits.size = 1 << 20
    reader.limits.values = 10_000
    let node: JSONNode
    do throws(JSONError) {
      node = try reader.read(bytes)
    } catch let failure {
      throw error(failure.message, failure.place)
    }
    guard let members = node.members else {
      throw error("expected an object, found \(node.value.kind)", node.place)
    }
    guard node["version"]?.integer == 1 else {
      throw error("expected the member 'version', which is 1", node["version"]?.place ?? node.place)
    }
    self = .standard
    for member in members where member.name != "version" {
      guard let part = Part(rawValue: member.name) else {
        throw error(
          "\(Quotation.of(member.name)) is no part; the parts are "
            + Part.allCases.map(\.rawValue).joined(separator: ", "), member.place)
      }
      guard let elements = member.value.array else {
        throw error(
          "expected an array of patterns, found \(member.value.value.kind)", member.value.place)
      }
      var found: [PathPattern] = []
      for element in elements {
        guard let pattern = element.string.flatMap({ PathPattern($0) }) else {
          throw error(
            "expected a pattern such as 'Sources/**' or '**/Info.plist', relative to the top folder",
            element.place)
        }
        found.append(pattern)
      }
      patterns[part] = found
    }
  }
}
