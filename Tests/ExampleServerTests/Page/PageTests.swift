import AttachmentIntake
import IntakeTesting
import Testing

/// The page, used in a browser.
@Suite(
  .timeLimit(.minutes(5)), .serialized, .enabled(if: RunningServer.canRun, RunningServer.whyNot),
  .enabled(if: Browser.program != nil, "no Chromium is installed"))
struct PageTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  /// The text of each cell of the outcomes, by rows, once there are any.
  private static let outcomes = """
    new Promise((done) => {
      const table = document.querySelector("#outcomes");
      const look = () => table.hidden ? setTimeout(look, 20) : done([...table.tBodies[0].rows]
        .map((row) => [...row.cells].map((cell) => cell.textContent).join(" | ")).join("\\n"));
      look();
    })
    """

  @Test func `files are chosen, uploaded with progress, and their outcomes shown`() async throws {
    let server = try await RunningServer("--accept", "public.image", in: folder)
    let png = SampleContent.png(bytes: 12_000_000)
    let files = try [
      folder.write(png, to: "one.png"),
      folder.write(SampleContent.pdf(bytes: 9_000), to: "<b>.pdf"),
    ]
    let browser = try await Browser(server.url("/"), in: folder)
    #expect(try await browser.evaluate("document.title") == "Attachments")
    try await browser.choose(files, in: "#files")
    // Every value that the bar shows is taken down.
    try await browser.evaluate(
      """
      window.seen = [];
      new MutationObserver(() => seen.push(document.querySelector("#bar").value)).observe(
        document.querySelector("#bar"), { attributes: true });
      document.querySelector("form button").click();
      """)
    let rows = try #require(try await browser.evaluate(Self.outcomes)).split(separator: "\n")
    let row = try #require(try await server.rows().first)
    #expect(try await server.rows().count == 1)
    #expect(
      rows.first.map(String.init)
        == "one.png | stored | public.png | 12000000 | \(row.attachment.digest)")
    #expect(rows.last?.hasPrefix("<b>.pdf | refused | no-accepted-type | ") == true)
    #expect(
      try await browser.evaluate("document.querySelector('#state').textContent") == "Done: 207.")
    let seen = try #require(try await browser.evaluate("seen.join(' ')"))
    #expect(
      seen.split(separator: " ").compactMap { Double($0) }.allSatisfy { (0...1).contains($0) })
    #expect(
      try await browser.evaluate(
        "String(performance.getEntriesByType('resource')"
          + ".filter((one) => !one.name.startsWith(location.origin)).length)") == "0")
  }

  @Test func `an upload that is cancelled in the page leaves nothing`() async throws {
    let server = try await RunningServer(in: folder)
    let files = try (0..<8).map {
      try folder.write(SampleContent.jpeg(bytes: 40 << 20, seed: UInt64($0)), to: "\($0).jpg")
    }
    let browser = try await Browser(server.url("/"), in: folder)
    try await browser.choose(files, in: "#files")
    try await browser.evaluate(
      """
      const send = XMLHttpRequest.prototype.send;
      XMLHttpRequest.prototype.send = function (body) {
        // When the first bytes have left, and long before the last.
        this.upload.addEventListener("progress", () => document.querySelector("#cancel").click(), { once: true });
        send.call(this, body);
      };
      document.querySelector("form button").click();
      """)
    let state = try await browser.evaluate(
      """
      new Promise((done) => {
        const state = document.querySelector("#state");
        const look = () => /^(Cancelled|Done)/.test(state.textContent) ? done(state.textContent) : setTimeout(look, 20);
        look();
      })
      """)
    #expect(state == "Cancelled: nothing of it was kept.")
    while try await !server.send(to: "/metrics").body.contains("attachment_intake_in_flight 0\n") {}
    while try await !server.rows().isEmpty {}
    #expect(try server.copies() == [])
    #expect(try server.staged() == [])
  }
}
