import IntakeTesting

#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// Where programs are: ours beside this one, those of the benchmark in a folder of tools, others in `PATH`.
struct Programs: Sendable {
  let intake: String
  /// This program, which is also its own worker.
  let bench: String
  let measured: String
  private let tools: String

  /// - Throws: ``BenchError`` where one that nothing goes without is missing.
  init(tools: String) throws {
    func own(_ name: String) throws -> String {
      guard let path = ChildProcess.executable(named: name) else {
        throw BenchError("there is no '\(name)' beside this program; 'make bench' builds it")
      }
      return path
    }
    intake = try own("intake")
    bench = try own("intake-bench")
    self.tools = Self.absolute(tools)
    measured = "\(self.tools)/measured"
    guard Files.isExecutable(measured) else {
      throw BenchError(
        "there is no '\(measured)'; 'make bench-tools' builds it, and --tools names another folder")
    }
  }

  /// A program of the benchmark, and why it is missing where it is.
  func tool(_ name: String) -> (path: String, missing: String?) {
    let path = "\(tools)/\(name)"
    return (path, Files.exists(path) ? nil : "not built: \(name)")
  }

  /// The validator, and why it is missing where it is.
  var validator: String? {
    ChildProcess.executable(named: "intake-validate") == nil ? "not built: intake-validate" : nil
  }

  /// Why some of these programs cannot be run; `nil` where all are installed.
  static func missing(_ names: String...) -> String? {
    let absent = names.filter { !isInstalled($0) }
    return absent.isEmpty ? nil : "not installed: \(absent.joined(separator: ", "))"
  }

  private static func isInstalled(_ name: String) -> Bool {
    let path = getenv("PATH").map { String(cString: $0) } ?? "/usr/bin:/bin"
    return path.split(separator: ":").contains { Files.isExecutable("\($0)/\(name)") }
  }

  /// Programs run in folders of their own.
  static func absolute(_ path: String) -> String {
    guard !path.hasPrefix("/"), let folder = getcwd(nil, 0) else { return path }
    defer { free(folder) }
    return "\(String(cString: folder))/\(path)"
  }
}
