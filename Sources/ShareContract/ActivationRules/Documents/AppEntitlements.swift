public import IntakeModel
import UniformTypes

/// What the entitlements of an app or an extension say about sharing.
public struct AppEntitlements: Sendable, Hashable {
  /// `com.apple.security.application-groups`: the groups whose containers may be used, in the order
  /// of the file.
  public let applicationGroups: [String]

  /// The most groups that are read.
  public static let maximumGroups = 1024

  /// Makes entitlements that name these groups. No limit and no form is checked.
  public init(applicationGroups: [String]) { self.applicationGroups = applicationGroups }

  /// Reads a property list of entitlements, in XML or in the binary form. Without the key there are
  /// no groups, which is no error.
  ///
  /// - Throws: `DocumentError`, with line and column in XML, and with the byte in the binary form; also for an
  ///   Info.plist, which has no groups either.
  /// - Complexity: O(*n*) in the number of bytes, of which at most 4 MiB are read.
  public init(reading bytes: [UInt8]) throws(DocumentError) {
    let key = "com.apple.security.application-groups"
    let root: PropertyListNode
    do throws(PropertyListError) {
      root = try PropertyListNode(reading: bytes)
    } catch {
      throw error.documentError(in: bytes)
    }
    func mismatch(_ what: String, _ node: PropertyListNode, _ expected: String) -> DocumentError {
      DocumentError(
        "\(what) is \(node.kind) where \(expected) belongs",
        at: RuleSource.place(ofByte: node.offset, in: bytes))
    }
    guard root.members != nil else { throw mismatch("the property list", root, "a dictionary") }
    guard let value = root[key] else {
      if root.looksLikeInfo {
        throw DocumentError("this looks like an Info.plist, where entitlements belong")
      }
      applicationGroups = []
      return
    }
    guard case .array(let nodes) = value.content else {
      throw mismatch(key, value, "an array of strings")
    }
    guard nodes.count <= Self.maximumGroups else {
      throw DocumentError(
        "\(key) has \(nodes.count) groups, more than the limit of \(Self.maximumGroups)",
        at: RuleSource.place(ofByte: value.offset, in: bytes))
    }
    var groups: [String] = []
    for (index, node) in nodes.enumerated() {
      guard let group = node.string else { throw mismatch("\(key)[\(index)]", node, "a string") }
      groups.append(group)
    }
    applicationGroups = groups
  }
}
