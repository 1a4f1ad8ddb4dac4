import UniformTypes

extension PropertyListNode {
  private static let entitlementKeys: Set<String> = [
    "application-identifier", "aps-environment", "get-task-allow", "keychain-access-groups",
  ]

  /// Whether it has keys of entitlements, and none of an Info.plist.
  var looksLikeEntitlements: Bool {
    guard let members, !looksLikeInfo else { return false }
    return members.contains { member in
      member.key.hasPrefix("com.apple.security.") || member.key.hasPrefix("com.apple.developer.")
        || Self.entitlementKeys.contains(member.key)
    }
  }

  /// Whether it has keys of an Info.plist.
  var looksLikeInfo: Bool {
    (members ?? []).contains { $0.key.hasPrefix("NSExtension") || $0.key.hasPrefix("CFBundle") }
  }
}
