package import UniformTypes

extension ValueFormat where Value == [TypeIdentifier] {
  /// The types of one attachment.
  package static let types = ValueFormat(
    expected: "types with commas between them", example: "public.jpeg,public.heic",
    read: { argument in
      guard let text = argument.text else { return nil }
      let types = text.split(separator: ",", omittingEmptySubsequences: false).map {
        TypeIdentifier(String($0))
      }
      return types.allSatisfy(\.isWellFormed) ? types : nil
    },
    text: { $0.map(\.rawValue).joined(separator: ",") })
}

extension ValueFormat where Value == [[TypeIdentifier]] {
  /// The attachments of one item.
  package static let attachments = ValueFormat(
    expected: "attachments with '+' between them, each of types with commas between them",
    example: "public.jpeg,public.heic+com.adobe.pdf",
    read: { argument in
      guard let text = argument.text else { return nil }
      var attachments: [[TypeIdentifier]] = []
      for part in text.split(separator: "+", omittingEmptySubsequences: false) {
        guard let types = ValueFormat<[TypeIdentifier]>.types.read(RawArgument(String(part))) else {
          return nil
        }
        attachments.append(types)
      }
      return attachments
    },
    text: { attachments in
      attachments.map { $0.map(\.rawValue).joined(separator: ",") }.joined(separator: "+")
    })
}
