import IntakeTesting
import Testing

/// `intake rule` as a shell starts it.
@Suite(.timeLimit(.minutes(5)))
struct RuleProcessTests {
  private let place: Workplace

  init() throws { place = try Workplace() }

  static let images = """
    SUBQUERY(extensionItems, $i,
      SUBQUERY($i.attachments, $a, ANY $a.registeredTypeIdentifiers UTI-CONFORMS-TO "public.image").@count
        == $i.attachments.@count
    ).@count >= 1
    """

  static func info(_ rule: String) -> String {
    """
    <?xml version="1.0" encoding="UTF-8"?>
    <plist version="1.0">
    <dict>
      <key>NSExtension</key>
      <dict>
        <key>NSExtensionAttributes</key>
        <dict>
          <key>NSExtensionActivationRule</key>
          \(rule)
        </dict>
        <key>NSExtensionPointIdentifier</key><string>com.apple.share-services</string>
      </dict>
      <key>UTExportedTypeDeclarations</key>
      <array><dict>
        <key>UTTypeIdentifier</key><string>org.example.sketch</string>
        <key>UTTypeConformsTo</key><array><string>public.image</string></array>
      </dict></array>
    </dict>
    </plist>
    """
  }

  static let dictionary = """
    <dict>
            <key>NSExtensionActivationSupportsImageWithMaxCount</key>
            <integer>2</integer>
            <key>NSExtensionActivationSupportsTextt</key><true/>
          </dict>
    """

  static let contract = """
    {
      "version": 1, "name": "Share", "accept": ["public.image"],
      "rows": [
        {"id": "photo", "source": "Photos", "content": "still", "declares": ["public.jpeg"],
          "expect": {"result": "stored"}, "tests": ["M.S/t()"]},
        {"id": "three", "source": "Photos", "content": "three stills",
          "attachments": [["public.jpeg"], ["public.heic"], ["public.png"]],
          "expect": [{"result": "stored"}, {"result": "stored"}, {"result": "stored"}], "tests": ["M.S/t()"]},
        {"id": "page", "source": "Safari", "content": "page", "declares": ["public.url"],
          "expect": {"result": "no-accepted-type"}},
      ],
    }
    """

  private func write(_ text: String, _ name: String) throws {
    try place.folder.write(Array(text.utf8), to: name)
  }

  // MARK: explain

  @Test func `what decides is shown, and the status says whether the extension appears`()
    async throws
  {
    try write(Self.images, "rule.txt")
    let photo = try await place.run(
      "rule", "explain", "rule.txt", "--declares", "public.jpeg,public.heic")
    #expect(photo.status == .exited(0))
    #expect(
      photo.output == """
        The extension appears.
          1 of 1 extension item meets the condition; >= 1 is wanted
            item 1 counts: 1 of 1 attachment conforms to public.image; == 1, the number of attachments, is wanted
              attachment 1 declares public.jpeg, which conforms to public.image

        """)
    let mixed = try await place.run(
      "rule", "explain", "rule.txt", "--declares", "public.jpeg", "--declares", "com.adobe.pdf")
    #expect(mixed.status == .exited(1))
    #expect(mixed.output.hasPrefix("The extension does not appear.\n"))
    #expect(mixed.output.contains("1 of 2 attachments conforms to public.image; == 2"))
    #expect(mixed.errorOutput == "")
  }

  @Test func `items are given one by one, with their attachments`() async throws {
    try write("extensionItems.@count == 2", "rule.txt")
    let two = try await place.run(
      "rule", "explain", "rule.txt", "--item", "com.adobe.pdf+public.jpeg,public.heic", "--item",
      "public.url")
    #expect(two.status == .exited(0))
    let one = try await place.run("rule", "explain", "rule.txt", "--item", "com.adobe.pdf")
    #expect(one.status == .exited(1))
  }

  @Test func `a predicate comes from standard input, and JSON goes to standard output`()
    async throws
  {
    let run = try await place.run(
      "rule", "explain", "-", "--json", "--declares", "public.url",
      input: .bytes(Array("NOT FALSEPREDICATE".utf8)))
    #expect(run.status == .exited(0))
    #expect(
      run.output == """
        {"appears":true,"complete":true,"explanation":{"holds":true,"sentence":"NOT holds, since what it denies fails","parts":[{"holds":false,"sentence":"FALSEPREDICATE never holds","parts":[]}]}}

        """)
  }

  @Test func `the types of the app are known`() async throws {
    try write(Self.info(Self.dictionary), "Info.plist")
    let run = try await place.run(
      "rule", "explain", "Info.plist", "--declares", "org.example.sketch")
    #expect(run.status == .exited(0))
    #expect(run.output.contains("1 image; at most 2 are supported"))
  }

  @Test func `a row of a contract is the share`() async throws {
    try write(Self.info(Self.dictionary), "Info.plist")
    try write(Self.contract, "contract.json")
    let three = try await place.run(
      "rule", "explain", "Info.plist", "--contract", "contract.json", "--row", "three")
    #expect(three.status == .exited(1))
    #expect(three.output.contains("3 images; at most 2 are supported"))
    let missing = try await place.run(
      "rule", "explain", "Info.plist", "--contract", "contract.json", "--row", "tree")
    #expect(missing.status == .exited(1))
    #expect(missing.errorOutput.contains("The contract has no row 'tree'; 'three' may be meant."))
    #expect(missing.output == "")
  }

  @Test func `a type that is not known draws the one that may be meant`() async throws {
    try write(Self.images, "rule.txt")
    let run = try await place.run("rule", "explain", "rule.txt", "--declares", "public.jpg")
    #expect(run.status == .exited(1))
    #expect(
      run.errorOutput == "intake: The type 'public.jpg' is not known; 'public.jpeg' may be meant.\n"
    )
  }

  @Test func `a row without a contract, or a contract without a row, is a wrong command line`()
    async throws
  {
    for arguments in [["--row", "a"], ["--contract", "c"]] {
      let run = try await place.start(["rule", "explain", "rule.txt"] + arguments).wait()
      #expect(run.status == .exited(2))
      #expect(run.errorOutput.contains("'--contract' and '--row' go together"))
    }
  }

  // MARK: lint

  @Test func `findings have their place, their reason and their fix`() async throws {
    try write(Self.info(Self.dictionary), "Info.plist")
    let run = try await place.run("rule", "lint", "Info.plist")
    #expect(run.status == .exited(1))
    #expect(
      run.output == """
        Info.plist: line 11, column 9: warning: 3 images hide the extension, since at most 2 are supported [small-maximum]
          why: a maximum is no cut: with one more selected, the extension is not offered at all
          fix: raise it to 20 or more, and say in the extension what is left out
        Info.plist: line 12, column 9: error: 'NSExtensionActivationSupportsTextt' is no key of an activation rule [unknown-key]
          why: the system passes over keys that it does not know
          fix: NSExtensionActivationSupportsText may be meant
        1 error, 1 warning.

        """)
    let json = try await place.run("rule", "lint", "--json", "Info.plist")
    #expect(json.status == .exited(1))
    let lines = json.output.split(separator: "\n")
    #expect(lines.count == 2)
    #expect(
      lines.first?.hasPrefix(#"{"code":"small-maximum","severity":"warning","line":11,"column":9,"#)
        == true)
  }

  @Test func `a key in JSON stands as it does in the file`() async throws {
    try write(Self.info(Self.dictionary), "Info.plist")
    let run = try await place.run("rule", "lint", "--json", "Info.plist")
    #expect(run.output.contains(#""key":"NSExtensionActivationSupportsTextt""#), "\(run.output)")
  }

  @Test func `a rule that cannot be read is a finding in JSON too`() async throws {
    try write("TRUE PREDICATE", "rule.txt")
    let run = try await place.run("rule", "lint", "--json", "rule.txt")
    #expect(run.status == .exited(1))
    #expect(
      run.output.hasPrefix(
        #"{"code":"unreadable","severity":"error","line":1,"column":1,"problem":"#))
    #expect(run.errorOutput.hasPrefix("intake: rule.txt: line 1, column 1: "))
  }

  @Test(arguments: [
    (
      "<dict><key>NSExtension</key><dict>\n<key>NSExtensionActivationRule</key><string>TRUEPREDICATE</string></dict></dict>",
      "rule: line 2, column 1: the property list has no activation rule where one is looked for: NSExtensionActivationRule stands directly in NSExtension, and has no effect there; move it into NSExtensionAttributes in NSExtension"
    ),
    (
      "<dict><key>NSExtension</key><dict/>\n<key>NSExtensionActivationRule</key><dict/></dict>",
      "rule: line 2, column 1: the property list has no activation rule where one is looked for: NSExtensionActivationRule stands at the top of the property list"
    ),
    (
      "<dict><key>NSExtension</key><dict><key>NSExtensionAttributes</key><dict>\n<key>NSExtensionActivationSupportsText</key><true/></dict></dict></dict>",
      "NSExtensionActivationSupportsText stands directly in NSExtensionAttributes, and has no effect there; move it into the dictionary of NSExtensionActivationRule"
    ),
  ])
  func `a rule in the wrong place is found where it stands`(
    _ text: String, _ message: String
  ) async throws {
    try write("<plist version=\"1.0\">\(text)</plist>", "rule")
    let run = try await place.run("rule", "lint", "rule")
    #expect(run.status == .exited(1))
    #expect(run.errorOutput.contains(message), "\(run.errorOutput)")
  }

  @Test func `warnings leave the status at 0 unless they count`() async throws {
    try write("SUBQUERY(extensionItems, $i, $i.attachments.@count == 0).@count == 1", "rule.txt")
    try write(Self.images.replacing(">= 1", with: "== 1"), "single.txt")
    let single = try await place.run("rule", "lint", "single.txt")
    #expect(single.status == .exited(0))
    #expect(single.output.contains("single.txt: line 1, column 1: warning: two extension items"))
    #expect(single.output.hasSuffix("0 errors, 1 warning.\n"))
    #expect(try await place.run("rule", "lint", "--strict", "single.txt").status == .exited(1))
    try write(Self.images, "sound.txt")
    let sound = try await place.run("rule", "lint", "--strict", "sound.txt")
    #expect(sound.status == .exited(0))
    #expect(sound.output == "Nothing was found.\n")
  }

  @Test func `the maximum that draws a warning can be given`() async throws {
    try write(
      "<dict><key>NSExtensionActivationSupportsImageWithMaxCount</key><integer>5</integer></dict>",
      "rule.plist")
    #expect(try await place.run("rule", "lint", "--strict", "rule.plist").status == .exited(1))
    #expect(
      try await place.run("rule", "lint", "--strict", "--selection", "5", "rule.plist").status
        == .exited(0))
  }

  // MARK: check

  @Test func `a rule that keeps the contract is green`() async throws {
    try write(Self.images, "rule.txt")
    try write(Self.contract, "contract.json")
    let run = try await place.run("rule", "check", "rule.txt", "--contract", "contract.json")
    #expect(run.status == .exited(0))
    #expect(
      run.output == """
        ROW           SOURCE  CONTENT       EXPECTED  RULE     RESULT
        photo         Photos  still         appears   appears  green
        three         Photos  three stills  appears   appears  green
        page          Safari  page          hidden    hidden   green

        3 green, 0 red.

        """)
  }

  @Test func `a red row shows what decided`() async throws {
    try write(Self.info(Self.dictionary), "Info.plist")
    try write(Self.contract, "contract.json")
    let run = try await place.run("rule", "check", "Info.plist", "--contract", "contract.json")
    #expect(run.status == .exited(1))
    #expect(run.output.contains("three         Photos  three stills  appears   hidden   red\n"))
    #expect(
      run.output.hasSuffix(
        """

        three: The extension does not appear.
          1 of 2 conditions of the dictionary fail
            3 images; at most 2 are supported

        2 green, 1 red.

        """))
    let json = try await place.run(
      "rule", "check", "--json", "Info.plist", "--contract", "contract.json")
    #expect(json.status == .exited(1))
    let lines = json.output.split(separator: "\n")
    #expect(lines.map { $0.contains(#""green":true"#) } == [true, false, true])
    #expect(
      lines[1].hasPrefix(
        #"{"row":"three","source":"Photos","content":"three stills","expected":true,"green":false,"appears":false,"#
      ))
  }

  @Test func `a contract without rows is not green`() async throws {
    try write(Self.images, "rule.txt")
    try write(#"{"version": 1, "name": "x", "accept": ["public.image"]}"#, "contract.json")
    let run = try await place.run("rule", "check", "rule.txt", "--contract", "contract.json")
    #expect(run.status == .exited(1))
    #expect(run.errorOutput.contains("has no rows"))
  }

  // MARK: Bad input

  @Test(
    arguments: [
      ("TRUE PREDICATE", "rule: line 1, column 1: byte 0: "),
      (
        info("<string>SUBQUERY(\n extensionItems,\n $i, LIKE)</string>"),
        "rule: line 11, column 6: NSExtension.NSExtensionAttributes.NSExtensionActivationRule, byte 32 of its text: the operator 'LIKE' is unsupported"
      ),
      ("<dict></plist>", "rule: line 1, column 7: the property list has no end of dict here"),
      ("<dict/>", "rule: the property list has no activation rule"),
      ("", "rule: the file is empty"),
      ("\u{1B}[31m", "rule: line 1, column 1: byte 0: a control character"),
    ])
  func `a bad rule ends with its place and its reason`(text: String, message: String) async throws {
    try write(text, "rule")
    for command in [["lint", "rule"], ["explain", "rule", "--declares", "public.url"]] {
      let run = try await place.start(["rule"] + command).wait()
      #expect(run.status == .exited(1))
      #expect(run.output == "")
      #expect(run.errorOutput.hasPrefix("intake: \(message)"), "\(run.errorOutput)")
      #expect(!run.errorOutput.contains("\u{1B}"))
    }
  }

  @Test func `a document of another kind is told by what it looks like, in one line`() async throws
  {
    try write(Self.images, "rule.txt")
    try write(Self.contract, "contract.json")
    try write(
      #"{"version":0,"kind":"event","payload":{"kind":"runStarted"}}"# + "\n", "tests.jsonl")
    let record = try await place.run("record", "list", "--reported", "--json")
    try place.folder.write(record.outputBytes, to: "records.jsonl")
    for (arguments, message) in [
      (
        ["rule", "lint", "contract.json"],
        "intake: contract.json: this looks like a contract, where a property list belongs; give it with '--contract'"
      ),
      (
        ["rule", "check", "rule.txt", "--contract", "records.jsonl"],
        "intake: records.jsonl: this looks like a file of records, where a contract belongs; "
          + "records are given to 'intake matrix' with '--records'"
      ),
      (
        ["matrix", "-c", "contract.json", "-r", "tests.jsonl"],
        "intake: tests.jsonl: this looks like the event stream of a test run, where a file of records belongs; "
          + "it is given to 'intake matrix' with '--results'"
      ),
      (
        ["matrix", "-c", "contract.json", "--results", "records.jsonl"],
        "intake: records.jsonl: this looks like a file of records, where the event stream of a test run belongs; "
          + "records are given to 'intake matrix' with '--records'"
      ),
      (
        ["record", "list", "contract.json"],
        "intake: contract.json: this looks like a contract, where a file of records belongs"
      ),
    ] {
      let run = try await place.start(arguments).wait()
      #expect(run.status == .exited(1), "\(arguments)")
      #expect(run.errorOutput.split(separator: "\n").first.map(String.init) == message)
    }
  }

  @Test func `a bad contract ends with its place and its reason`() async throws {
    try write(Self.images, "rule.txt")
    try write("{\n  \"version\": 1,\n  \"name\": }", "contract.json")
    let run = try await place.run("rule", "check", "rule.txt", "--contract", "contract.json")
    #expect(run.status == .exited(1))
    #expect(
      run.errorOutput.hasPrefix("intake: contract.json: line 3, column 11: "), "\(run.errorOutput)")
  }

  @Test func `a file that cannot be read is named with the reason`() async throws {
    let missing = try await place.run("rule", "lint", "missing\n.plist")
    #expect(missing.status == .exited(1))
    #expect(
      missing.errorOutput
        == "intake: 'missing\\n.plist' cannot be opened: No such file or directory\n")
    let folder = try await place.run("rule", "lint", ".")
    #expect(folder.status == .exited(1))
    #expect(folder.errorOutput == "intake: '.' cannot be read: Is a directory\n")
  }

  @Test func `a document that never ends is refused at the limit`() async throws {
    let run = try await place.run("rule", "lint", "/dev/zero")
    #expect(run.status == .exited(1))
    #expect(run.errorOutput.contains("'/dev/zero' is larger than a document may be, 32 MiB"))
  }

  @Test(
    arguments: [
      (["explain", "rule"], "There is no share to evaluate."),
      (["explain", "rule", "--declares", "a b"], "expected types with commas"),
      (["explain", "rule", "--item", "public.url++"], "expected attachments with '+'"),
      (
        ["explain", "rule", "--declares", "public.url", "--item", "public.url"],
        "and by one of them"
      ),
      (["explain", "rule", "--contract", "x"], "'--contract' and '--row' go together"),
      (
        ["explain", "rule", "--declares", "public.url", "--row", "x"],
        "'--contract' and '--row' go together"
      ),
      (["check", "rule"], "There is no contract"),
      (["check", "-", "--contract", "-"], "cannot both come from standard input"),
      (["lint"], "needs a file with an activation rule"),
      (["lint", "--selection", "0", "rule"], "a whole number from 1"),
    ])
  func `a wrong command line has status 2`(arguments: [String], message: String) async throws {
    let run = try await place.start(["rule"] + arguments).wait()
    #expect(run.status == .exited(2))
    #expect(run.output == "")
    #expect(run.errorOutput.contains(message), "\(run.errorOutput)")
  }

  @Test(arguments: ["check", "lint", "explain"])
  func `help has examples`(command: String) async throws {
    let run = try await place.run("rule", command, "--help")
    #expect(run.status == .exited(0))
    #expect(run.output.contains("intake rule \(command)"))
  }
}
