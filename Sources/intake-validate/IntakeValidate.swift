import IntakeModel

#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// The program that opens content which may be hostile, so that no other has to.
@main
struct IntakeValidate {
  static func main() { exit(run(Array(CommandLine.arguments.dropFirst()))) }

  private static func run(_ arguments: [String]) -> Int32 {
    switch arguments.first {
    case "--version" where arguments.count == 1:
      TextOutput.write(version)
      return 0
    case "--help" where arguments.count == 1, "-h" where arguments.count == 1:
      TextOutput.write(help)
      return 0
    case "--check" where arguments.count == 1: return ConfinementCheck().run()
    case "--serve":
      guard let service = service(Array(arguments.dropFirst())) else { return usage() }
      return service.run()
    case "--":
      return arguments.count > 1 ? FileReport(paths: Array(arguments.dropFirst())).run() : usage()
    case .some(let first) where first.hasPrefix("-") && first != "-": return usage()
    case .some: return FileReport(paths: arguments).run()
    case .none: return usage()
    }
  }

  /// The socket's descriptor, the bytes of memory, the seconds of processor time.
  private static func service(_ arguments: [String]) -> Service? {
    guard arguments.count == 3, let descriptor = Int32(arguments[0]), descriptor >= 0,
      let memory = Int64(arguments[1]), memory > 0, let seconds = Int64(arguments[2]), seconds > 0
    else { return nil }
    return Service(
      socket: RequestSocket(descriptor: descriptor), memory: ByteCount(bytes: memory),
      processorTime: .seconds(seconds))
  }

  private static func usage() -> Int32 {
    TextOutput.write(help, to: STDERR_FILENO)
    return 2
  }

  private static let help = """
    Tells whether files open, by parsing them where they can do no harm.

    Usage: intake-validate FILE...
           intake-validate --check | --version | --help

    Prints one line for each file: its path, and one of
      valid, locked, repairable, invalid, not-validated or refused,
    with the reason and what was found. Where nothing could look at it, as at a folder,
    what is the matter stands behind a colon. The type is told by the first bytes.
    --check tells what the system keeps a parser from.
    Exit status: 0 if all files are valid, or all is kept from a parser, 1 if not,
    2 for a wrong command line.

    Examples:
      intake-validate report.pdf
      intake-validate -- *.jpg

    The pipeline runs it with --serve; that is not for people.
    """

  private static var version: String {
    var libraries: [String] = []
    #if PDF
      libraries.append(PDFInspector.library)
    #endif
    #if Images
      libraries.append(ImageInspector.library)
    #endif
    let built = libraries.isEmpty ? "neither PDF nor images" : libraries.joined(separator: ", ")
    return "intake-validate 0.1.0 (\(built))"
  }
}
