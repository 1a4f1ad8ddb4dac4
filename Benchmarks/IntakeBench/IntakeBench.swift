import BenchResults

/// Measures the package beside its peers.
@main
enum IntakeBench {
  static func main() {
    let arguments = Array(CommandLine.arguments.dropFirst())
    Interruption.run { await status(of: arguments) }
  }

  private static func status(of arguments: [String]) async -> Int32 {
    do throws(BenchOptions.UsageError) {
      if arguments.contains("--help") || arguments.contains("-h") {
        Progress.show(BenchOptions.help)
        return 0
      }
      switch arguments.first {
      case "run": return await measure(try BenchOptions(arguments.dropFirst()))
      case "counts": return await count(try BenchOptions(arguments.dropFirst()))
      case "photos": return try await makePhotos(Array(arguments.dropFirst()))
      case "worker": return await work(arguments.dropFirst())
      default: throw BenchOptions.UsageError(message: "say 'run' or 'counts'")
      }
    } catch {
      Progress.say("intake-bench: \(error.message); see --help")
      return 2
    }
  }

  private static func measure(_ options: BenchOptions) async -> Int32 {
    await withContext(options) { context in
      let report = await BenchRun(context: context).run()
      Progress.show(report.table)
      if let path = options.json { try Files.write([report.json], to: path) }
      if let path = options.html { try Files.write([report.html], to: path) }
      if let path = options.markdown { try Files.write([Array(report.markdown.utf8)], to: path) }
      return !report.hasFailures
    }
  }

  private static func count(_ options: BenchOptions) async -> Int32 {
    await withContext(options) { try await CountRun(context: $0).run() }
  }

  /// Makes files to measure with, for whoever measures by other means.
  private static func makePhotos(
    _ arguments: [String]
  ) async throws(BenchOptions.UsageError) -> Int32 {
    guard arguments.count == 2, let number = Int(arguments[0]), let size = Int(arguments[1]),
      number > 0, size > 0
    else { throw BenchOptions.UsageError(message: "photos takes a number of files and a size") }
    let inputs = InputFolder(path: "\(try BenchOptions([]).folder)/inputs", scale: 100)
    return await reporting {
      Progress.show("\(try inputs.photos(number, of: size))\n")
      return true
    }
  }

  private static func work(_ arguments: ArraySlice<String>) async -> Int32 {
    await reporting {
      try await Worker.run(arguments.first ?? "", Array(arguments.dropFirst()))
      return true
    }
  }

  /// Removes what was half made, however `body` ends.
  private static func withContext(
    _ options: BenchOptions, _ body: (BenchContext) async throws -> Bool
  ) async -> Int32 {
    await reporting {
      let context = try BenchContext(options)
      defer { context.close() }
      return try await body(context)
    }
  }

  private static func reporting(_ body: () async throws -> Bool) async -> Int32 {
    do {
      return try await body() ? 0 : 1
    } catch is CancellationError {
      Progress.say("intake-bench: stopped")
      return 1
    } catch {
      Progress.say("intake-bench: \(error)")
      return 1
    }
  }
}
