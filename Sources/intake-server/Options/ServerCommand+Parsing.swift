import IntakeModel

extension ServerCommand {
  /// Reads the arguments, without the name of the program.
  ///
  /// `--name=value` and `--name value`; the last of several counts.
  package static func parse(_ arguments: [String]) throws(OptionError) -> ServerCommand {
    var options = ServerOptions()
    var rest = arguments[...]
    while let argument = rest.popFirst() {
      switch argument {
      case "--help", "-h": return .help
      case "--version": return .version
      default: break
      }
      let parts = argument.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      guard argument.hasPrefix("--"),
        let option = ServerOption.all.first(where: { "--\($0.name)" == parts[0] })
      else { throw unknown(argument) }
      guard let text = parts.count == 2 ? String(parts[1]) : rest.popFirst() else {
        throw OptionError(description: "'--\(option.name)' needs a value: \(option.expected).")
      }
      guard option.read(text, &options) else {
        throw OptionError(description: "'--\(option.name)' is \(option.expected), not '\(text)'.")
      }
    }
    guard options.container != nil else {
      throw OptionError(description: "'--container DIR' has to be given.")
    }
    return .serve(options)
  }

  private static func unknown(_ argument: String) -> OptionError {
    let name = String(argument.drop { $0 == "-" }.prefix { $0 != "=" })
    let nearest = Suggestion.nearest(to: name, among: ServerOption.all.map(\.name))
    let hint = nearest.map { " Did you mean '--\($0)'?" } ?? ""
    return OptionError(description: "There is no '\(argument)'.\(hint)")
  }

  /// What `--help` prints.
  package static var helpText: String {
    let rows = ServerOption.all.map { ("--\($0.name) \($0.placeholder)", $0.help) }
    let width = (rows.map(\.0.count).max() ?? 0) + 2
    let options = rows.map { row in
      "  " + row.0 + String(repeating: " ", count: width - row.0.count) + row.1
    }
    return """
      Takes uploads into a container: an example of a server, and a way to try one.

      Usage: intake-server --container DIR [OPTION ...]

      Options:
      \(options.joined(separator: "\n"))
        --help, --version

      Requests:
        GET  /                 a page to try it in a browser
        POST /attachments      a body, or the parts of multipart/form-data
                                 ?name=NAME           what a body is called, for display
                                 ?progress=TOKEN      what to ask for its progress by
                                 ?policy=all-or-nothing   one refusal refuses all parts
        GET  /progress/TOKEN   how far an upload has come
        GET  /metrics          counters, for Prometheus

      A client that goes away leaves nothing. SIGINT and SIGTERM end the server, and
      what was under way is undone. There is no TLS and no login: keep it local, or
      put it behind a server that has them.

      Example:
        intake-server --container inbox --accept public.image --max-file 50M

      """
  }
}
