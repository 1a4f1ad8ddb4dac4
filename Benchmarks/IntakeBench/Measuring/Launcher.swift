import BenchResults
import IntakeModel
import IntakeTesting

/// Runs programs through the launcher `measured`, which says what they took.
struct Launcher: Sendable {
  /// The path of `measured`.
  let program: String
  /// Where its reports go.
  let folder: String

  /// What a program took, and what it said.
  struct Result: Sendable {
    let report: LaunchReport
    /// What it printed as `figure NAME VALUE`; those of one name are added up.
    let figures: [String: Double]
    let errorOutput: String

    var seconds: Double { report.runs[0].seconds }
    var processorSeconds: Double { report.runs[0].userSeconds + report.runs[0].systemSeconds }
    var peakMebibytes: Double { report.runs[0].peakMebibytes }
    var status: Int { report.runs[0].status }
  }

  /// Runs a program to its end.
  ///
  /// Cancelling ends it, with the programs that it started.
  ///
  /// - Parameters:
  ///   - times: How often, one after the other.
  ///   - interval: Milliseconds between two looks at its memory; `nil` for none, since looking takes time.
  /// - Throws: ``BenchError`` where it does not start or says nothing; `CancellationError`.
  func run(
    _ command: BenchCommand, times: Int = 1, samplingEvery interval: Int? = nil
  ) async throws -> Result {
    let report = "\(folder)/report"
    Files.remove(report)
    var arguments = ["--times", "\(times)"]
    if let interval { arguments += ["--sample", "\(interval)"] }
    let child = try ChildProcess(
      program, arguments + [report, command.executable] + command.arguments,
      workingDirectory: command.folder, captureLimit: .mebibytes(4), timeout: .seconds(3600))
    let ending = try await child.wait()
    guard ending.status == .exited(0), !ending.isTimedOut,
      let parsed = LaunchReport(parsing: try Files.text(report))
    else {
      throw BenchError(
        "'\(command.executable)' could not be measured: the launcher \(ending.status); "
          + lastLine(ending.errorOutput))
    }
    return Result(
      report: parsed, figures: Self.figures(in: ending.output), errorOutput: ending.errorOutput)
  }

  private static func figures(in output: String) -> [String: Double] {
    var figures: [String: Double] = [:]
    for line in output.split(separator: "\n") {
      let fields = line.split(separator: " ")
      guard fields.count == 3, fields[0] == "figure", let value = Double(fields[2]) else {
        continue
      }
      figures[String(fields[1]), default: 0] += value
    }
    return figures
  }
}

/// The last line that says anything.
func lastLine(_ text: String) -> String {
  text.split(separator: "\n").last.map(String.init) ?? "nothing was said"
}
