import AttachmentIntake
import IntakeModel
import SystemCalls

#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// The program. Signals are blocked before the first thread starts.
@main
struct IntakeServer {
  static func main() { exit(run(Array(CommandLine.arguments.dropFirst()))) }

  private static func run(_ arguments: [String]) -> Int32 {
    do throws(OptionError) {
      switch try ServerCommand.parse(arguments) {
      case .help: write(ServerCommand.helpText, to: STDOUT_FILENO)
      case .version: write("intake-server 0.1.0 (\(ServerRun.library))\n", to: STDOUT_FILENO)
      case .serve(let options):
        let end = SignalScope.run { await serve(options) }
        return end.signal.map { 128 + $0 } ?? end.result
      }
      return 0
    } catch {
      report("\(error)\nTry 'intake-server --help'.")
      return 2
    }
  }

  private static func serve(_ options: ServerOptions) async -> Int32 {
    do {
      try await ServerRun(options: options, report: report).run { port in
        let address = options.address.contains(":") ? "[\(options.address)]" : options.address
        write("listening at http://\(address):\(port)/\n", to: STDOUT_FILENO)
      }
      return 0
    } catch let error as IntakeError {
      report(error.message)
      return 1
    } catch {
      report("\(error)")
      return 1
    }
  }

  @Sendable private static func report(_ text: String) {
    write("intake-server: \(text)\n", to: STDERR_FILENO)
  }

  /// Writes all of `text`. What cannot be written is dropped: there is nowhere left to say so.
  private static func write(_ text: String, to descriptor: Int32) {
    var rest = Array(text.utf8)[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { systemWrite(descriptor, $0.baseAddress, $0.count) }
      if count < 0 {
        if errno == EINTR { continue }
        return
      }
      rest = rest.dropFirst(count)
    }
  }
}

/// `write(2)`, by a name that the method does not hide.
private func systemWrite(_ descriptor: Int32, _ bytes: UnsafeRawPointer?, _ count: Int) -> Int {
  write(descriptor, bytes, count)
}
