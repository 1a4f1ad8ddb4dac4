import Foundation
import IntakeTesting
import Testing
import UniformTypes

@Suite struct TypeDeclarationsTests {
  static var info: [String: Any] {
    [
      "CFBundleName": "Example",
      "UTExportedTypeDeclarations": [
        [
          "UTTypeIdentifier": "org.example.note", "UTTypeDescription": "Note",
          "UTTypeConformsTo": ["public.data", "public.content"],
          "UTTypeTagSpecification": [
            "public.filename-extension": [".note", "nt", ""], "public.mime-type": "text/x-note",
            "com.apple.ostype": ["NOTE"],
          ] as [String: Any],
        ] as [String: Any]
      ],
      "UTImportedTypeDeclarations": [
        ["UTTypeIdentifier": "org.other.sketch", "UTTypeConformsTo": "public.image"]
      ],
    ]
  }

  @Test(arguments: [PropertyListSerialization.PropertyListFormat.xml, .binary])
  func `exported and imported types are read`(
    format: PropertyListSerialization.PropertyListFormat
  ) throws {
    let bytes = try PropertyListSerialization.data(
      fromPropertyList: Self.info, format: format, options: 0)
    #expect(
      try TypeDeclarations.types(inInfoPropertyList: Array(bytes)) == [
        UniformType(
          "org.example.note", conformsTo: [.data, .content], filenameExtensions: ["note", "nt"],
          mimeTypes: ["text/x-note"], origin: .exported),
        UniformType("org.other.sketch", conformsTo: [.image], origin: .imported),
      ])
  }

  @Test func `an app without declarations has no types`() throws {
    #expect(try TypeDeclarations.types(inInfoPropertyList: .latin1("<dict/>")).isEmpty)
  }

  static let id = "<key>UTTypeIdentifier</key><string>a.b</string>"

  @Test(arguments: [
    ("<true/>", "[0]", "is a boolean where a dictionary belongs"),
    ("<dict/>", "[0].UTTypeIdentifier", "is missing"),
    (
      "<dict><key>UTTypeIdentifier</key><true/></dict>", "[0].UTTypeIdentifier",
      "is a boolean where a string belongs"
    ),
    (
      "<dict><key>UTTypeIdentifier</key><string>a/b</string></dict>", "[0].UTTypeIdentifier",
      "is no type identifier: only letters, digits, '.', '-' and '_' are allowed"
    ),
    (
      "<dict>\(id)<key>UTTypeConformsTo</key><string></string></dict>", "[0].UTTypeConformsTo",
      "is no type identifier: only letters, digits, '.', '-' and '_' are allowed"
    ),
    (
      "<dict>\(id)<key>UTTypeConformsTo</key><array><real>1</real></array></dict>",
      "[0].UTTypeConformsTo[0]", "is a real number where a string belongs"
    ),
    (
      "<dict>\(id)<key>UTTypeTagSpecification</key><array/></dict>", "[0].UTTypeTagSpecification",
      "is an array where a dictionary belongs"
    ),
    (
      "<dict>\(id)<key>UTTypeTagSpecification</key><dict><key>public.mime-type</key><dict/></dict></dict>",
      "[0].UTTypeTagSpecification.public.mime-type",
      "is a dictionary where an array of strings belongs"
    ),
  ])
  func `a wrong declaration is refused with its place`(body: String, place: String, reason: String)
  {
    let bytes = Array(
      "<dict><key>UTImportedTypeDeclarations</key><array>\(body)</array></dict>".utf8)
    let error = #expect(throws: PropertyListError.self) {
      try TypeDeclarations.types(inInfoPropertyList: bytes)
    }
    #expect(
      error == PropertyListError(.value("UTImportedTypeDeclarations" + place), reason))
  }

  @Test func `the root, the list and their lengths are checked`() {
    func place(_ body: String) -> PropertyListError.Place? {
      #expect(throws: PropertyListError.self) {
        try TypeDeclarations.types(inInfoPropertyList: Array(body.utf8))
      }?.place
    }
    let key = "UTExportedTypeDeclarations"
    #expect(place("<array/>") == .value("root"))
    #expect(place("<dict><key>\(key)</key><dict/></dict>") == .value(key))
    let many = String(repeating: "<dict>\(Self.id)</dict>", count: 1_025)
    #expect(place("<dict><key>\(key)</key><array>\(many)</array></dict>") == .value(key))
    let parents = String(repeating: "<string>a</string>", count: 257)
    let long = "<dict>\(Self.id)<key>UTTypeConformsTo</key><array>\(parents)</array></dict>"
    #expect(
      place("<dict><key>\(key)</key><array>\(long)</array></dict>")
        == .value("\(key)[0].UTTypeConformsTo"))
  }

  @Test func `damaged property lists never crash the reader of declarations`() throws {
    let whole = try PropertyListSerialization.data(
      fromPropertyList: Self.info, format: .xml, options: 0)
    var random = SeededGenerator(seed: 13)
    var read = 0
    for _ in 0..<2_000 {
      let damaged = random.mutate(Array(whole))
      guard let types = try? TypeDeclarations.types(inInfoPropertyList: damaged) else { continue }
      read += 1
      #expect(TypeRegistry.standard.adding(types).conforms(.jpeg, to: .image))
    }
    #expect(read > 10)
  }
}
