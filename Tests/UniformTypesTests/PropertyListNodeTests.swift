import Foundation
import IntakeTesting
import Testing
import UniformTypes

/// Property lists with the place of each value.
@Suite struct PropertyListNodeTests {
  static let file = """
    <?xml version="1.0"?>
    <!-- é -->
    <plist version="1.0">
    <dict>
      <key>b</key> <string>a&lt;b<!-- c --><![CDATA[<é>]]>&#x1F469;d</string>
      <key>a</key>
      <array><integer>1</integer><true/></array>
    </dict>
    </plist>
    """
  static let bytes = Array(file.utf8)

  /// What stands in the file from a byte on.
  static func text(from offset: Int, _ count: Int) -> String {
    String(decoding: bytes[offset...].prefix(count), as: UTF8.self)
  }

  @Test func `keys come in the order of the file, each with its place`() throws {
    let members = try #require(try PropertyListNode(reading: Self.bytes).members)
    #expect(members.map(\.key) == ["b", "a"])
    #expect(Self.text(from: members[0].keyOffset, 12) == "<key>b</key>")
    #expect(Self.text(from: members[0].node.offset, 8) == "<string>")
    guard case .array(let elements) = members[1].node.content else {
      Issue.record("no array")
      return
    }
    #expect(Self.text(from: members[1].node.offset, 7) == "<array>")
    #expect(elements.map { Self.text(from: $0.offset, 6) } == ["<integ", "<true/"])
  }

  @Test func `a byte of a string leads back to the file, through entities and sections`() throws {
    let node = try #require(try PropertyListNode(reading: Self.bytes)["b"])
    let text = try #require(node.string)
    #expect(text == "a<b<é>\u{1F469}d")
    func source(of place: Int, _ count: Int) -> String {
      Self.text(from: node.offset(ofByte: place), count)
    }
    #expect(source(of: 0, 5) == "a&lt;")
    #expect(source(of: 1, 4) == "&lt;")
    #expect(source(of: 2, 5) == "b<!--")
    #expect(source(of: 3, 3) == "<é")
    #expect(source(of: 4, 3) == "é>")
    #expect(source(of: 7, 4) == "&#x1")
    #expect(source(of: 11, 4) == "d</s")
    #expect(source(of: 12, 9) == "</string>")
    #expect(text.utf8.count == 12)
  }

  @Test func `places outside a string lead to its ends`() throws {
    let node = try #require(
      try PropertyListNode(reading: Array("<dict><key>a</key><string>bc</string></dict>".utf8))["a"]
    )
    #expect(node.offset(ofByte: -1) == 26)
    #expect(node.offset(ofByte: 2) == 28)
    let empty = try #require(
      try PropertyListNode(reading: Array("<dict><key>a</key><string/></dict>".utf8))["a"])
    #expect(empty.offset(ofByte: 0) == empty.offset)
  }

  @Test func `in the binary form the places are those of the objects`() throws {
    let bytes = PropertyListTests.binary([
      [0xD1, 0, 1, 0, 2], .latin1("\u{51}k"), .latin1("\u{53}abc"),
    ])
    let member = try #require(try PropertyListNode(reading: bytes).members?.first)
    #expect(member.key == "k")
    #expect(member.keyOffset == 13)
    #expect(member.node.offset == 15)
    #expect(member.node.offset(ofByte: 2) == 15)
    #expect(member.node.string == "abc")
  }

  @Test(arguments: [PropertyListSerialization.PropertyListFormat.xml, .binary])
  func `without its places it is the value`(
    format: PropertyListSerialization.PropertyListFormat
  ) throws {
    let data = try PropertyListSerialization.data(
      fromPropertyList: PropertyListTests.sample, format: format, options: 0)
    #expect(try PropertyListNode(reading: Array(data)).value == PropertyListTests.expected)
  }

  @Test(arguments: 1...4 as ClosedRange<UInt64>)
  func `places lie within the file, whatever was changed in it`(seed: UInt64) throws {
    var generator = SeededGenerator(seed: seed)
    func check(_ node: PropertyListNode, _ size: Int) {
      #expect((0..<size).contains(node.offset))
      switch node.content {
      case .scalar(.string(let text)):
        for place in 0...text.utf8.count {
          #expect((0..<size).contains(node.offset(ofByte: place)))
        }
      case .scalar: break
      case .array(let nodes): for node in nodes { check(node, size) }
      case .dictionary(let members):
        for member in members {
          #expect((0..<size).contains(member.keyOffset))
          check(member.node, size)
        }
      }
    }
    var read = 0
    for _ in 0..<500 {
      let changed = generator.mutate(Self.bytes)
      guard let node = try? PropertyListNode(reading: changed) else { continue }
      read += 1
      check(node, changed.count)
    }
    #expect(read > 0)
  }
}
