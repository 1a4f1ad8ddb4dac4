import SystemCalls

#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// The program.
///
/// `main` is not `async`: `--version`, `--help` and wrong command lines never start a thread, and
/// signals are blocked before the first one.
@main
struct Intake {
  static func main() {
    StandardDescriptors.occupy()
    SignalScope.ignorePipeSignal()
    SignalScope.keepChildStatus()
    exit(run(RawArgument.ofProcess()).code)
  }

  private static func run(_ arguments: [RawArgument]) -> ExitStatus {
    let messages = Messages()
    do {
      switch try ArgumentParser(RootCommand.definition).parse(arguments) {
      case .version:
        try StandardOutput().writeBlocking("intake \(RootCommand.version)\n")
      case .help(let definition, let command):
        let width = Terminal(descriptor: STDOUT_FILENO).width ?? 80
        try StandardOutput().writeBlocking(
          HelpText(definition, command: command, width: width).text)
      case .run(let parsed):
        return run(parsed, .all, messages)
      }
      return .success
    } catch {
      return report(error, messages)
    }
  }

  private static func run(
    _ arguments: ParsedArguments, _ bodies: CommandBodies, _ messages: Messages
  ) -> ExitStatus {
    guard let body = bodies[arguments.command] else {
      messages.report("'\(arguments.command)' is not part of this build.")
      return .fault
    }
    let end = SignalScope.run { () async -> ExitStatus in
      let context = CommandContext(
        output: StandardOutput(), terminal: Terminal(descriptor: STDOUT_FILENO),
        messages: messages, environment: .process)
      do {
        let status = try await body(arguments, context)
        try await context.output.flush()
        messages.clearBar()
        return status
      } catch {
        messages.clearBar()
        // Results from before the error stand, and should be seen.
        if !(error is OutputError) { try? await context.output.flush() }
        return report(error, messages)
      }
    }
    return end.signal.map { .signal($0) } ?? end.result
  }

  private static func report(_ error: any Error, _ messages: Messages) -> ExitStatus {
    if let text = ErrorReport.text(error) { messages.report(text) }
    return ExitStatus(error)
  }
}
