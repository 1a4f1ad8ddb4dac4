import IntakeTesting
import ShareContract
import Testing

/// `intake diagnose` as a shell starts it.
@Suite(.timeLimit(.minutes(5)))
struct DiagnoseProcessTests {
  private let place: Workplace

  private static let whole = share(1) {
    $0.result = .stored(declaredType: "public.heic", contentType: "public.heic", size: .bytes(9))
    $0.handedOver = .copy
    $0.readBack = .init(by: .host)
  }
  private static let notDownloaded = share(2) {
    $0.representations[0].attempt = .init(
      order: 0,
      failure: .init(
        .notDownloaded, at: .loading, domain: "CloudPhotoLibraryErrorDomain", number: 81))
    $0.result = .refused(.notDownloaded, at: .loading)
  }
  private static let untried = share(3) { _ in }

  private static func share(
    _ number: Int64, change: (inout AttachmentRecord) -> Void
  ) -> ShareRecord {
    var attachment = AttachmentRecord(
      representations: [RepresentationRecord("public.heic", delivery: .file)])
    change(&attachment)
    return ShareRecord(
      id: ShareID(bytes: [UInt8](repeating: 0, count: 15) + [UInt8(number)])!, origin: .device,
      source: "Photos", system: .init(name: "iOS 26.1"), build: "12",
      items: [.init(attachments: [attachment])])
  }

  private static let infoPlist = """
    <?xml version="1.0" encoding="UTF-8"?>
    <plist version="1.0"><dict><key>NSExtension</key><dict><key>NSExtensionAttributes</key><dict>
    <key>NSExtensionActivationRule</key><dict>
    <key>NSExtensionActivationSupportsMovieWithMaxCount</key><integer>1</integer></dict>
    </dict></dict></dict></plist>
    """

  private static func entitlements(_ group: String) -> String {
    """
    <?xml version="1.0" encoding="UTF-8"?>
    <plist version="1.0"><dict><key>com.apple.security.application-groups</key>
    <array><string>\(group)</string></array></dict></plist>
    """
  }

  init() throws {
    place = try Workplace()
    let records = [Self.whole, Self.notDownloaded, Self.untried]
    try place.folder.write(records.flatMap(\.jsonLine), to: "records.jsonl")
    try place.folder.write(Self.infoPlist.utf8, to: "Info.plist")
    try place.folder.write(Self.entitlements("group.a").utf8, to: "ours.plist")
    try place.folder.write(Self.entitlements("group.b").utf8, to: "theirs.plist")
    try place.folder.write(
      #"{"version": 1, "name": "Example", "accept": ["public.movie"], "rows": []}"#.utf8,
      to: "contract.json")
  }

  @Test func `a whole chain is status 0, with a mark for each link`() async throws {
    let run = try await place.run("diagnose", "records.jsonl", "--line", "1")
    #expect(run.status == .exited(0))
    #expect(
      run.output.hasPrefix("Share 00000000-0000-0000-0000-000000000001, device, Photos, iOS 26.1"))
    #expect(run.output.count { $0 == "✓" } == 6)
    #expect(run.output.hasSuffix("\nThe chain is whole.\n"))
    #expect(run.errorOutput == "")
  }

  @Test func `the first broken link ends the walk, and is status 1`() async throws {
    let run = try await place.run(
      "diagnose", "records.jsonl", "--share", "00000000-0000-0000-0000-000000000002")
    #expect(run.status == .exited(1))
    #expect(
      run.output == """
        Share 00000000-0000-0000-0000-000000000002, device, Photos, iOS 26.1, build 12
          ✓ Does the extension appear? Yes.
              the extension ran, so that it had appeared
              excluded: the activation rule, and how the extension is installed
          ✓ Does a declared type match? Yes.
              one of its types was taken, so that it matched
              excluded: a type that the contract does not accept
          ✗ Did the source deliver? No.
              public.heic as file: not-downloaded (loading), CloudPhotoLibraryErrorDomain 81
              the photo is in the cloud library, and not on the device
              the content is not on the device yet
              excluded: the copy and the app: nothing arrived
              next: allow network access for the request, show the progress, and load again
              next: ask the provider to download it, show the progress, and load again when it is there
        The chain breaks here: Did the source deliver?

        """)
  }

  @Test func `without a choice each share is told`() async throws {
    let run = try await place.run("diagnose", "records.jsonl", "--json")
    #expect(run.status == .exited(1))
    let lines = run.output.split(separator: "\n")
    #expect(lines.map { JSONLine.text("broken", in: $0) } == [nil, "loading", nil])
    #expect(lines.allSatisfy { $0.hasPrefix(#"{"version":1,"share":"#) })
  }

  @Test func `contract, rule and entitlements are each taken into account`() async throws {
    let rule = try await place.run(
      "diagnose", "records.jsonl", "--line", "3", "--info-plist", "Info.plist", "--json")
    #expect(JSONLine.text("broken", in: rule.output) == "appearance")
    let contract = try await place.run(
      "diagnose", "records.jsonl", "--line", "3", "--contract", "contract.json", "--json")
    #expect(JSONLine.text("broken", in: contract.output) == "matching")
    let groups = try await place.run(
      "diagnose", "records.jsonl", "--line", "3", "--entitlements", "ours.plist",
      "--host-entitlements", "theirs.plist", "--json")
    #expect(JSONLine.text("broken", in: groups.output) == "reading")
    #expect(groups.output.contains("extension: 'group.a'; app: 'group.b'"))
  }

  @Test func `without a locale for it the marks are ASCII`() async throws {
    let path = place.folder.path(of: "records.jsonl")
    let run = try IntakeProcess.run(["diagnose", path, "--line", "2"].map { Array($0.utf8) })
    #expect(run.output.contains("  + Does a declared type match? Yes.\n"))
    #expect(run.output.contains("  x Did the source deliver? No.\n"))
    #expect(run.output.utf8.allSatisfy { $0 < 0x80 })
  }

  @Test(arguments: [
    (["--line", "9"], "'records.jsonl' has no record on line 9"),
    (["--share", "00000000-0000-0000-0000-000000000009"], "has no record of the share"),
    (["--contract", "records.jsonl"], "records.jsonl: this looks like a file of records"),
    (
      ["--info-plist", "ours.plist"],
      "'ours.plist' has no activation rule; it looks like entitlements"
    ),
    (
      ["--entitlements", "Info.plist", "--host-entitlements", "ours.plist"],
      "Info.plist: this looks like an Info.plist, where entitlements belong"
    ),
    (["--entitlements", "records.jsonl", "--host-entitlements", "ours.plist"], "records.jsonl: "),
  ])
  func `what is missing or no such document is status 1, and says so`(
    arguments: [String], message: String
  ) async throws {
    let run = try await place.start(["diagnose", "records.jsonl"] + arguments).wait()
    #expect(run.status == .exited(1))
    #expect(run.output == "")
    #expect(run.errorOutput.contains(message))
  }

  @Test func `a file of records that is cut or empty is an error with its line`() async throws {
    try place.folder.write(Self.whole.jsonLine + Self.whole.jsonLine.dropLast(20), to: "cut.jsonl")
    let cut = try await place.run("diagnose", "cut.jsonl")
    #expect(cut.status == .exited(1))
    #expect(cut.errorOutput.hasPrefix("intake: cut.jsonl: line 2, column "))
    try place.folder.write([], to: "empty.jsonl")
    let empty = try await place.run("diagnose", "empty.jsonl")
    #expect(empty.status == .exited(1))
    #expect(empty.errorOutput.contains("'empty.jsonl' has no record of a share"))
  }

  @Test func `several files are told of together, and a bad line does not silence the others`()
    async throws
  {
    try place.folder.write(Self.whole.jsonLine, to: "first.jsonl")
    try place.folder.write(
      Array("no record\n".utf8) + Self.untried.jsonLine, to: "second.jsonl")
    let both = try await place.run("diagnose", "first.jsonl", "second.jsonl", "--json")
    #expect(both.status == .exited(1))
    #expect(both.output.split(separator: "\n").count == 2)
    #expect(both.errorOutput.hasPrefix("intake: second.jsonl: line 1, column "))
    let one = try await place.run("diagnose", "first.jsonl", "--json")
    #expect(one.status == .exited(0))
    let none = try await place.run("diagnose", "first.jsonl", "missing.jsonl")
    #expect(none.status == .exited(1))
    #expect(none.output == "")
  }

  @Test(arguments: [
    ["diagnose"], ["diagnose", "a", "--line", "0"], ["diagnose", "a", "--share", "photo"],
    ["diagnose", "a", "--line", "1", "--share", "00000000-0000-0000-0000-000000000001"],
    ["diagnose", "a", "--entitlements", "b"], ["diagnose", "a", "--host-entitlements", "b"],
    ["diagnose", "-", "--contract", "-"], ["diagnose", "-", "-"],
    ["diagnose", "a", "b", "--line", "1"],
  ])
  func `a wrong command line is status 2`(arguments: [String]) async throws {
    let run = try await place.start(arguments).wait()
    #expect(run.status == .exited(2))
    #expect(run.output == "")
  }
}
