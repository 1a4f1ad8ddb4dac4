package import IntakeModel
package import UniformTypes

/// How a share is given on the command line: by what its source declares.
package enum ShareOptions {
  package static let declares = Option<[[TypeIdentifier]]>.list(
    "declares", "TYPES", .types,
    help: "The types that one attachment declares, with commas between them. Each '--declares' is "
      + "one more attachment of one item.")

  package static let item = Option<[[[TypeIdentifier]]]>.list(
    "item", "ATTACHMENTS", .attachments,
    help: "One extension item: its attachments with '+' between them, each with its types. For "
      + "shares of several items, such as a PDF page of Safari.")

  /// The items that the options declare; none where neither is given.
  package static func items(_ arguments: ParsedArguments) -> [SharedItem] {
    let items = arguments[item]
    if !items.isEmpty { return items.map { SharedItem(attachments: $0) } }
    let attachments = arguments[declares]
    return attachments.isEmpty ? [] : [SharedItem(attachments: attachments)]
  }
}
