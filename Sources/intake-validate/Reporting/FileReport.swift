import CConfinement
import IntakeModel
import UniformTypes

#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// Prints the verdict on each of some files, for people.
///
/// All files are opened first, for afterwards the process cannot open any. A parser that crashes or takes too
/// long ends the report.
struct FileReport {
  let paths: [String]

  /// - Returns: The exit status: 0 if all are valid, 1 if not.
  func run() -> Int32 {
    let files = paths.map { path in (path, open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)) }
    let inspector = Inspector()
    inspector.prepare()
    let limits = ValidationLimits()
    let confinement = Confinement(
      memory: .mebibytes(1536), processorTime: limits.time * max(1, paths.count),
      output: STDOUT_FILENO, descriptors: files.count + 32
    ).apply()
    if !confinement.hasLimits {
      TextOutput.write(
        "note: the system sets no limits to memory and time", to: STDERR_FILENO)
    }
    if !confinement.filtersCalls {
      TextOutput.write("note: the system filters no calls", to: STDERR_FILENO)
    }
    var areAllValid = true
    for (path, descriptor) in files {
      _ = cconfinement_set_alarm(UInt64(limits.time.wholeMilliseconds))
      let verdict =
        descriptor < 0
        ? .notValidated(.contentUnreadable)
        : inspector.verdict(on: descriptor, as: type(of: descriptor, path), limits: limits)
      if descriptor >= 0 { close(descriptor) }
      if verdict.name != "valid" { areAllValid = false }
      TextOutput.write("\(Self.printable(path)): \(verdict)")
    }
    return areAllValid ? 0 : 1
  }

  /// The path on one line, without what a terminal would obey.
  private static func printable(_ path: String) -> String {
    path.unicodeScalars.reduce(into: "") { text, scalar in
      switch scalar.properties.generalCategory {
      case .control, .format, .lineSeparator, .paragraphSeparator:
        text += "\\u{\(String(scalar.value, radix: 16))}"
      default: text.unicodeScalars.append(scalar)
      }
    }
  }

  /// What the first bytes tell, and the name where they tell nothing.
  private func type(of descriptor: Int32, _ path: String) -> TypeIdentifier? {
    var prefix = [UInt8](repeating: 0, count: ContentSignature.prefixLength)
    let count = pread(descriptor, &prefix, prefix.count, 0)
    guard count > 0 else { return nil }
    let bytes = Array(prefix[..<count])
    if let type = ContentSignature.identify(prefix: bytes) { return type }
    let name = path.split(separator: "/").last ?? ""
    if let dot = name.lastIndex(of: "."), dot != name.startIndex {
      let ending = String(name[name.index(after: dot)...])
      let type = TypeRegistry.standard.type(filenameExtension: ending)
      if !type.isDynamic, type != "public.data" { return type }
    }
    return ContentSignature.looksLikeText(prefix: bytes) ? "public.plain-text" : nil
  }
}
