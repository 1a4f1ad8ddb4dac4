import IntakeTesting
import JSONSyntax
import ShareContract
import Testing

/// `intake contract` as a shell starts it.
@Suite(.timeLimit(.minutes(5)))
struct ContractProcessTests {
  private let place: Workplace

  init() throws { place = try Workplace() }

  private static let propertyList = """
    <?xml version="1.0" encoding="UTF-8"?>
    <plist version="1.0"><dict><key>CFBundleDisplayName</key><string>Meadow Share</string>
    <key>NSExtension</key><dict><key>NSExtensionAttributes</key><dict>
    <key>NSExtensionActivationRule</key><dict>
    <key>NSExtensionActivationSupportsImageWithMaxCount</key><integer>10</integer></dict></dict>
    <key>NSExtensionPointIdentifier</key><string>com.apple.share-services</string></dict></dict></plist>
    """

  private func writePropertyList() throws {
    try place.folder.write(Self.propertyList.utf8, to: "Info.plist")
  }

  // MARK: Starting

  @Test func `a contract is started from an Info.plist, checks, and says what to do`() async throws
  {
    try writePropertyList()
    let run = try await place.run("contract", "init", "Info.plist")
    #expect(run.status == .exited(0))
    #expect(run.output == "")
    #expect(run.errorOutput.hasPrefix("Wrote 'share-contract.json': 1 accepted type, "))
    #expect(run.errorOutput.contains("3. intake contract check 'share-contract.json'"))
    #expect(
      try place.folder.list() == [
        "Info.plist", "share-contract.json", "share-contract.schema.json",
      ])
    #expect(
      try place.folder.read("share-contract.schema.json") == Array(InputContract.schema.utf8))
    let contract = try InputContract(reading: try place.folder.read("share-contract.json"))
    #expect(contract.name == "Meadow Share")
    #expect(contract.limits.count == 10)

    let check = try await place.run("contract", "check", "share-contract.json")
    #expect(check.status == .exited(0))
    #expect(
      check.output.contains(": warning: the row 'photos-still-photo-jpeg-first' is supported"))
    #expect(!check.output.contains(": error: "))
    let strict = try await place.run("contract", "check", "--strict", "share-contract.json")
    #expect(strict.status == .exited(1))
  }

  @Test(arguments: ["share-contract.json", "share-contract.schema.json"])
  func `a file of the person's is not replaced unless forced`(_ name: String) async throws {
    try writePropertyList()
    try place.folder.write("mine".utf8, to: name)
    let refused = try await place.run("contract", "init", "Info.plist")
    #expect(refused.status == .exited(1))
    #expect(refused.errorOutput.contains("'\(name)' exists, and is not replaced"))
    #expect(try place.folder.read(name) == Array("mine".utf8))
    #expect(try place.folder.list() == ["Info.plist", name])
    let forced = try await place.run("contract", "init", "--force", "Info.plist")
    #expect(forced.status == .exited(0))
    #expect(try place.folder.read(name) != Array("mine".utf8))
  }

  @Test func `a second contract beside the same schema needs no force`() async throws {
    try writePropertyList()
    #expect(try await place.run("contract", "init", "Info.plist").status == .exited(0))
    let second = try await place.run("contract", "init", "Info.plist", "-o", "other.json")
    #expect(second.status == .exited(0))
    #expect(try place.folder.read("other.json") == place.folder.read("share-contract.json"))
  }

  @Test func `the start can be looked at without a file, and the property list come from a pipe`()
    async throws
  {
    let run = try await place.start(
      ["contract", "init", "-", "--output", "-"], input: .bytes(Array(Self.propertyList.utf8))
    ).wait()
    #expect(run.status == .exited(0))
    #expect(try InputContract(reading: run.outputBytes).name == "Meadow Share")
    #expect(try place.folder.list() == [])
  }

  @Test func `what is no Info.plist is an error with its place`() async throws {
    try place.folder.write("<plist><dict><key>a</key>".utf8, to: "Info.plist")
    let run = try await place.run("contract", "init", "Info.plist")
    #expect(run.status == .exited(1))
    #expect(run.errorOutput.hasPrefix("intake: Info.plist: line 1, column "))
    #expect(try place.folder.list() == ["Info.plist"])
    let missing = try await place.run("contract", "init", "None.plist")
    #expect(missing.status == .exited(1))
    #expect(missing.errorOutput.contains("'None.plist' cannot be opened: No such file"))
  }

  @Test func `entitlements are told from the Info.plist that is expected`() async throws {
    try place.folder.write(
      "<plist><dict><key>com.apple.security.app-sandbox</key><true/></dict></plist>".utf8,
      to: "Share.entitlements")
    try place.folder.write("{}".utf8, to: "contract.json")
    for arguments in [
      ["contract", "init"], ["contract", "check", "contract.json", "--info-plist"],
      ["rule", "lint"], ["matrix", "--contract"],
    ] {
      let run = try await place.start(arguments + ["Share.entitlements"]).wait()
      #expect(run.status == .exited(1))
      #expect(
        run.errorOutput.hasPrefix(
          "intake: Share.entitlements: this looks like entitlements, where "))
      #expect(
        run.errorOutput.contains("the Info.plist of the extension belongs")
          || arguments[0] == "matrix")
      #expect(run.errorOutput.contains("take them with '--entitlements'"))
    }
    #expect(try place.folder.list() == ["Share.entitlements", "contract.json"])
  }

  private static func propertyList(_ point: String) -> String {
    "<plist version=\"1.0\"><dict><key>NSExtension</key><dict>\(point)</dict></dict></plist>"
  }

  @Test(arguments: [
    (
      "\n<key>NSExtensionActivationRule</key><string>TRUEPREDICATE</string>",
      "Info.plist: line 2, column 1: the property list has no activation rule where one is looked for: NSExtensionActivationRule stands directly in NSExtension"
    ),
    (
      """
      <key>NSExtensionAttributes</key><dict><key>NSExtensionActivationRule</key>
      <dict><key>NSExtensionActivationSupportsText</key><false/></dict></dict>
      """,
      "Info.plist: line 2, column 1: with this rule the extension never appears: the dictionary supports no kind of attachment"
    ),
  ])
  func `a rule that is not looked for, or never holds, starts no contract`(
    _ point: String, _ message: String
  ) async throws {
    try place.folder.write(Self.propertyList(point).utf8, to: "Info.plist")
    let run = try await place.run("contract", "init", "Info.plist")
    #expect(run.status == .exited(1))
    #expect(run.errorOutput.contains(message), "\(run.errorOutput)")
    #expect(run.errorOutput.contains("'intake rule lint' says more"))
    #expect(try place.folder.list() == ["Info.plist"])
  }

  @Test func `the limit is the sum of the kinds, and no more than the maximum of attachments`()
    async throws
  {
    func count(_ more: String) async throws -> Int? {
      let rule = """
        <key>NSExtensionAttributes</key><dict><key>NSExtensionActivationRule</key><dict>
        <key>NSExtensionActivationSupportsImageWithMaxCount</key><integer>5</integer>
        <key>NSExtensionActivationSupportsMovieWithMaxCount</key><integer>10</integer>\(more)</dict></dict>
        """
      try place.folder.write(Self.propertyList(rule).utf8, to: "Info.plist")
      let run = try await place.run("contract", "init", "Info.plist", "-o", "-")
      #expect(run.output.contains("the most attachments that the rule lets through at once"))
      return try InputContract(reading: run.outputBytes).limits.count
    }
    #expect(try await count("") == 15)
    #expect(
      try await count(
        "<key>NSExtensionActivationSupportsAttachmentsWithMaxCount</key><integer>12</integer>")
        == 12)
  }

  @Test func `the start says what a mismatch of content is, and what comes next`() async throws {
    try writePropertyList()
    let run = try await place.run("contract", "init", "Info.plist")
    for command in [
      "intake rule check 'Info.plist' --contract 'share-contract.json'", "intake replay --rows",
      "intake matrix --contract",
    ] { #expect(run.errorOutput.contains(command), "\(run.errorOutput)") }
    let text = String(decoding: try place.folder.read("share-contract.json"), as: UTF8.self)
    #expect(text.contains("hold something else than it is"), "\(text)")
  }

  // MARK: Checking

  @Test(arguments: [
    (5, "'count' is 5, and the activation rule lets through 10 attachments, of which the last"),
    (15, "'count' is 15, and the activation rule lets through 10 attachments at most"),
    (10, "nothing was found"),
  ])
  func `the limit is held against the maxima of the rule`(
    _ count: Int, _ message: String
  ) async throws {
    try writePropertyList()
    try place.folder.write(
      #"{"version":1,"name":"x","accept":["public.image"],"limits":{"count":\#(count)}}"#.utf8,
      to: "contract.json")
    let run = try await place.run(
      "contract", "check", "--info-plist", "Info.plist", "contract.json")
    #expect(run.status == .exited(0))
    #expect(run.output.contains(message), "\(run.output)")
    #expect(run.output.contains("contract.json: line 1, column ") == (count != 10))
  }

  @Test func `a check that stops before the rows says so`() async throws {
    try place.folder.write(Self.broken.utf8, to: "contract.json")
    let run = try await place.run("contract", "check", "contract.json")
    #expect(run.output.contains("The rows were not judged yet"))
    let code = #"{"version":1,"name":"x","accept":["public.image"],"rows":[]}"#
    try place.folder.write(code.utf8, to: "contract.json")
    let sound = try await place.run("contract", "check", "contract.json")
    #expect(!sound.output.contains("judged"))
  }

  private static let broken = """
    {
      "version": 1, "name": "x", "accept": ["public.jpeg", "public.jpg"],
      "batch": "all",
      "rows": []
    }
    """

  @Test func `problems have their lines, and the status is 1 with an error`() async throws {
    try place.folder.write(Self.broken.utf8, to: "contract.json")
    let run = try await place.run("contract", "check", "contract.json")
    #expect(run.status == .exited(1))
    #expect(
      run.output == """
        contract.json: line 2, column 56: warning: the type 'public.jpg' is not known
          fix: 'public.jpeg' may be meant; a type of an app matches by its name alone, unless its declaration is given
        contract.json: line 3, column 12: error: 'batch' cannot be 'all'
          fix: 'all-or-nothing' may be meant
        1 error, 1 warning. The rows were not judged yet: first mend the errors above.

        """)
    #expect(run.errorOutput == "")
  }

  @Test func `problems as JSON have a line each, and the contract the last`() async throws {
    try place.folder.write(Self.broken.utf8, to: "contract.json")
    let run = try await place.run("contract", "check", "--json", "contract.json")
    #expect(run.status == .exited(1))
    let lines = run.output.split(separator: "\n").compactMap {
      try? JSONReader(.strict).read(Array($0.utf8))
    }
    try #require(lines.count == 3)
    #expect(lines.map { $0["kind"]?.string } == ["problem", "problem", "contract"])
    #expect(lines[1]["line"]?.integer == 3 && lines[1]["column"]?.integer == 12)
    #expect(lines[2]["errors"]?.integer == 1 && lines[2]["warnings"]?.integer == 1)
    #expect(lines[2]["digest"]?.isNull == true)
  }

  @Test func `types of an app are known from its Info.plist`() async throws {
    try place.folder.write(
      """
      <plist version="1.0"><dict><key>UTExportedTypeDeclarations</key><array><dict>
      <key>UTTypeIdentifier</key><string>com.acme.blueprint</string>
      <key>UTTypeConformsTo</key><array><string>public.image</string></array>
      </dict></array></dict></plist>
      """.utf8, to: "App.plist")
    try place.folder.write(
      #"{"version":1,"name":"x","accept":["com.acme.blueprint"]}"#.utf8, to: "contract.json")
    let unknown = try await place.run("contract", "check", "--strict", "contract.json")
    #expect(unknown.status == .exited(1))
    let known = try await place.run(
      "contract", "check", "--strict", "--info-plist", "App.plist", "contract.json")
    #expect(known.status == .exited(0))
    #expect(known.output == "0 rows: nothing was found.\n")
  }

  @Test func `a contract of garbage, a folder or nothing is an error`() async throws {
    try place.folder.write([0xFF, 0xFE, 0x00], to: "garbage")
    try place.folder.makeFolder("folder")
    try place.folder.write([], to: "empty")
    let garbage = try await place.run("contract", "check", "garbage")
    #expect(garbage.status == .exited(1))
    #expect(garbage.output.contains("line 1, column 1: error: the byte 0xFF is not part of UTF-8"))
    let folder = try await place.run("contract", "check", "folder")
    #expect(folder.status == .exited(1))
    #expect(folder.errorOutput.contains("cannot be read: Is a directory"))
    let empty = try await place.run("contract", "check", "empty")
    #expect(empty.status == .exited(1))
    #expect(empty.output.contains("the text holds nothing"))
    #expect(try await place.run("contract", "check").status == .exited(2))
  }

  @Test func `the schema is printed as it is written`() async throws {
    let run = try await place.run("contract", "schema")
    #expect(run.status == .exited(0))
    #expect(run.output == InputContract.schema)
  }
}
