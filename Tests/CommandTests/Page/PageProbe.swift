import IntakeTesting
import Testing

#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// Renders a page in headless Chromium, and tells what a reader would complain about.
struct PageProbe {
  let folder: TemporaryFolder

  enum Theme: String, CaseIterable { case light, dark }

  /// What was found on a page that is shown at one width.
  struct Findings: Equatable {
    /// The width of the page's window, and the theme that it was asked for.
    var view: String
    var complaints: [String]
  }

  /// Chromium, or a browser made of it; `nil` where there is none.
  static let browser: String? = {
    let path = getenv("PATH").map { String(cString: $0) } ?? "/usr/bin:/bin"
    return ["chromium", "chromium-browser", "google-chrome"].lazy.flatMap { name in
      path.split(separator: ":").map { "\($0)/\(name)" }
    }.first { access($0, X_OK) == 0 }
  }()

  /// Looks at a page in frames of several widths, since a window of the browser has a least width.
  func findings(on html: String, _ theme: Theme, widths: [Int]) async throws -> [Findings] {
    try #require(html.contains("</body>"))
    let probed = html.replacing("</body>", with: "<script>\n\(Self.script)\n</script>\n</body>")
    let document = probed.replacing("&", with: "&amp;").replacing("\"", with: "&quot;")
    let frames = widths.map {
      "<iframe style=\"border: 0; width: \($0)px; height: 900px\" srcdoc=\"\(document)\"></iframe>"
    }
    // A frame has the theme of what it stands in.
    let page = """
      <!DOCTYPE html>
      <html><head><meta charset="utf-8"><meta name="color-scheme" content="light dark"></head>
      <body>\(frames.joined())</body></html>
      """
    let file = try folder.write(Array(page.utf8), to: "\(theme.rawValue).html")
    let run = try await ChildProcess(
      try #require(Self.browser),
      [
        // Without a sandbox it also runs as root; the page is our own.
        "--headless", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--no-first-run",
        "--disable-background-networking", "--host-resolver-rules=MAP * ~NOTFOUND",
        "--blink-settings=preferredColorScheme=\(theme == .dark ? 0 : 1)",
        "--user-data-dir=\(folder.path(of: "profile-\(theme.rawValue)"))",
        "--window-size=1600,1000", "--virtual-time-budget=10000", "--dump-dom", "file://\(file)",
      ],
      environment: .only(["PATH": "/usr/bin:/bin", "HOME": folder.path, "LC_ALL": "C.UTF-8"]),
      workingDirectory: folder.path
    ).wait()
    try #require(run.status == .exited(0), "\(run.errorOutput)")
    let results = run.output.split(separator: "<pre class=\"probe\">").dropFirst()
    return results.map { result in
      let lines = result.prefix { $0 != "<" }.split(separator: "\n").map(String.init)
      return Findings(view: lines.first ?? "", complaints: Array(lines.dropFirst()))
    }.sorted { (Int($0.view.prefix { $0 != " " }) ?? 0) < (Int($1.view.prefix { $0 != " " }) ?? 0) }
  }

  /// Looks at every element: whether it is outside of the window, is cut, or has too little contrast (4.5 to 1 by WCAG
  /// 2.2 for its text), and at what the page loaded.
  private static let script = """
    addEventListener("load", () => {
      const root = document.documentElement, found = new Set();
      const canvas = document.createElement("div");
      canvas.style.background = "Canvas";
      document.body.append(canvas);
      const channels = (color) => (color.match(/[\\d.]+/g) ?? []).map(Number);
      const background = (element) => {
        for (let one = element; one; one = one.parentElement) {
          const color = channels(getComputedStyle(one).backgroundColor);
          if (color.length === 3 || color[3] === 1) return color;
        }
        return channels(getComputedStyle(canvas).backgroundColor);
      };
      const luminance = (color) => {
        const [red, green, blue] = color.map((value) => {
          const share = value / 255;
          return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
        });
        return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
      };
      const name = (element) => element.tagName.toLowerCase() + ": " +
        element.textContent.replace(/[\\s<>&]+/g, " ").trim().slice(0, 40);
      if (root.scrollWidth > root.clientWidth) found.add("the page scrolls sideways");
      for (const element of document.body.querySelectorAll("*:not(svg *)")) {
        const box = element.getBoundingClientRect();
        if (box.width === 0) continue;
        if (box.left < -1 || box.right > root.clientWidth + 1) found.add("outside, " + name(element));
        if (element.clientWidth > 0 && element.scrollWidth > element.clientWidth + 1) {
          found.add("cut, " + name(element));
        }
        if ([...element.childNodes].some((node) => node.nodeType === 3 && node.data.trim())) {
          const both = [luminance(channels(getComputedStyle(element).color)), luminance(background(element))];
          const ratio = (Math.max(...both) + 0.05) / (Math.min(...both) + 0.05);
          if (!(ratio >= 4.5)) found.add("contrast of " + ratio.toFixed(1) + ", " + name(element));
        }
      }
      for (const entry of performance.getEntriesByType("resource")) found.add("loads " + entry.name);
      const dark = matchMedia("(prefers-color-scheme: dark)").matches;
      const result = parent.document.createElement("pre");
      result.className = "probe";
      result.textContent = [innerWidth + (dark ? " dark" : " light"), ...found].join("\\n");
      parent.document.body.append(result);
    });
    """
}
