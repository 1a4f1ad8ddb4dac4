import Archives
import JSONSyntax

#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// Where and with what evidence was made: the system and the tools, and no name of a machine, person or folder.
package struct EnvironmentDescription: Sendable, Hashable {
  /// Such as `Linux`.
  package var system: String
  /// Such as `Debian GNU/Linux 12 (bookworm)`.
  package var release: String?
  /// Such as `x86_64`.
  package var architecture: String
  /// Names and versions.
  package var tools: [String: String]

  package init(
    system: String, release: String?, architecture: String, tools: [String: String]
  ) {
    self.system = system
    self.release = release
    self.architecture = architecture
    self.tools = tools
  }

  /// This machine.
  package static func current(tools: [String: String]) -> Self {
    var names = utsname()
    _ = uname(&names)
    return Self(
      system: text(of: names.sysname), release: release(), architecture: text(of: names.machine),
      tools: tools)
  }

  /// The library that writes and reads archives, with its version.
  package static var archiveLibrary: (name: String, version: String)? {
    guard let words = try? ArchiveLibrary.system().version.split(separator: " "), words.count == 2
    else { return nil }
    return (String(words[0]), String(words[1]))
  }

  package var json: [UInt8] {
    JSONWriter.document { json in
      json.member("version", 1)
      json.member("system", system)
      json.member("release", release)
      json.member("architecture", architecture)
      json.key("tools")
      json.object { json in
        for (name, version) in tools.sorted(by: { $0.key < $1.key }) { json.member(name, version) }
      }
    }
  }

  /// The value of `PRETTY_NAME` in os-release(5).
  private static func release() -> String? {
    guard let file = fopen("/etc/os-release", "r") else { return nil }
    defer { fclose(file) }
    var line = [CChar](repeating: 0, count: 512)
    while fgets(&line, Int32(line.count), file) != nil {
      let text = String(
        decoding: line.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
      guard text.hasPrefix("PRETTY_NAME=") else { continue }
      return String(text.dropFirst(12).filter { $0 != "\"" && !$0.isNewline }.prefix(80))
    }
    return nil
  }

  private static func text<Field>(of field: Field) -> String {
    withUnsafeBytes(of: field) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
  }
}
