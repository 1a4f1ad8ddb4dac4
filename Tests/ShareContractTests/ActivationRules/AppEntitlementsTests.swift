import ShareContract
import Testing

struct AppEntitlementsTests {
  static let key = "com.apple.security.application-groups"

  static func read(_ value: String) throws(DocumentError) -> AppEntitlements {
    try AppEntitlements(
      reading: Array("<plist>\n<dict><key>\(key)</key>\(value)</dict></plist>".utf8))
  }

  @Test func `the groups are read in their order`() throws {
    let read = try Self.read(
      "<array><string>group.org.example.b</string><string>group.org.example.a</string></array>")
    #expect(read.applicationGroups == ["group.org.example.b", "group.org.example.a"])
    #expect(try Self.read("<array/>").applicationGroups == [])
  }

  @Test func `without the key there are none`() throws {
    #expect(try AppEntitlements(reading: Array("<dict/>".utf8)).applicationGroups == [])
  }

  @Test(
    arguments: [
      ("<string>group.x</string>", "\(key) is a string where an array of strings belongs", 55),
      ("<array><true/></array>", "\(key)[0] is a boolean where a string belongs", 62),
    ])
  func `another form is refused with its place`(value: String, message: String, column: Int) {
    #expect(throws: DocumentError(message, at: .line(2, column: column))) { try Self.read(value) }
  }

  @Test func `what is no property list of entitlements is refused`() {
    #expect(throws: DocumentError.self) { try AppEntitlements(reading: []) }
    #expect(throws: DocumentError.self) { try AppEntitlements(reading: Array("<array/>".utf8)) }
    let many = String(repeating: "<string>g</string>", count: AppEntitlements.maximumGroups + 1)
    #expect(throws: DocumentError.self) { try Self.read("<array>\(many)</array>") }
  }
}
