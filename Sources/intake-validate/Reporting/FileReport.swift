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
    let files = paths.map(NamedFile.init(opening:))
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
    for file in files {
      _ = cconfinement_set_alarm(UInt64(limits.time.wholeMilliseconds))
      let type = file.type
      let verdict =
        file.fault == nil
        ? inspector.verdict(on: file.descriptor, as: type, limits: limits)
        : .notValidated(.contentUnreadable)
      file.close()
      if verdict.name != "valid" { areAllValid = false }
      let reason = file.fault ?? Self.reason(for: verdict, on: type)
      // To standard output too: after the confinement nothing else can be written to.
      TextOutput.write(
        "\(Self.printable(file.path)): \(verdict)" + (reason.map { ": \($0)" } ?? ""))
    }
    return areAllValid ? 0 : 1
  }

  /// Why this program did not look, where it could be built otherwise.
  private static func reason(for verdict: ContentVerdict, on type: TypeIdentifier?) -> String? {
    guard verdict == .notValidated(.noValidator) else { return nil }
    return Inspector.missingTrait(for: type).map { "this program is built without the trait \($0)" }
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
}
