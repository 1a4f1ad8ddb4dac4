import IntakeModel
import Testing
import intake

@Suite(.timeLimit(.minutes(5)))
struct IngestReportTests {
  private let output = Pipe()
  private let errors = Pipe()

  private func report(_ form: IngestReport.Form) -> IngestReport {
    IngestReport(
      form, output: StandardOutput(descriptor: output.writing),
      terminal: Terminal(descriptor: output.writing),
      messages: Messages(descriptor: errors.writing))
  }

  private var printed: [Substring] {
    output.put("end".utf8)
    return String(decoding: output.take(), as: UTF8.self).split(
      separator: "\n", omittingEmptySubsequences: false
    ).dropLast()
  }

  @Test func `the table at the end has refusals and totals`() async throws {
    let report = report(.table(everyRow: false))
    try await report.add(SampleOutcome.stored(name: "x"))
    try await report.add(SampleOutcome.refused(name: "b\nc"))
    try await report.finish(after: .seconds(1))
    #expect(
      printed == [
        "#  NAME          REASON           EXPLANATION",
        #"2  b\nc          over-file-limit  It holds more than 3 bytes."#,
        "",
        "Stored   1 attachment, 3 bytes, in 1.00 s",
        "         1 of another type than declared",
        "Refused  1: over-file-limit 1",
        "Hint     '--max-file SIZE' lets larger files in.",
      ])
    #expect(report.status == .refusals)
  }

  @Test func `where images were not opened, the trait that opens them is named`() async throws {
    let report = report(.table(everyRow: false))
    try await report.add(SampleOutcome.stored(verdict: .notValidated(.noValidator)))
    try await report.add(SampleOutcome.stored(1, verdict: .notValidated(.noValidator)))
    try await report.finish(after: .seconds(1))
    let hints = printed.filter { $0.hasPrefix("Hint") }
    #expect(hints.count == 1)
    #expect(hints.first?.contains("with the trait Images") == true)
  }

  @Test func `what was refused since nobody could open it has a hint of the trait`() async throws {
    let report = report(.table(everyRow: false))
    try await report.add(
      SampleOutcome.refused(1, .notValidated, cause: NotValidatedReason.noValidator))
    try await report.finish(after: .seconds(1))
    #expect(printed.contains { $0.contains("with the trait PDF") })
  }

  @Test func `what was not opened for another reason has no hint of a trait`() async throws {
    let report = report(.table(everyRow: false))
    try await report.add(SampleOutcome.stored(verdict: .notValidated(.timedOut)))
    try await report.add(
      SampleOutcome.refused(1, .notValidated, cause: NotValidatedReason.timedOut))
    try await report.finish(after: .seconds(1))
    #expect(!printed.contains { $0.contains("trait") })
  }

  @Test func `rows are written as they come`() async throws {
    let report = report(.table(everyRow: true))
    try await report.add(SampleOutcome.stored(4))
    #expect(
      printed == [
        "    #  RESULT         SIZE  TYPE OR REASON                      NAME",
        "    5  stored      3 bytes  public.jpeg *                       photo.heic",
      ])
  }

  @Test func `JSON is a line for each outcome at once, and nothing at the end`() async throws {
    let report = report(.json)
    try await report.add(SampleOutcome.stored())
    #expect(printed.count == 1)
    try await report.finish(after: .seconds(1))
    #expect(printed.isEmpty)
    #expect(report.status == .success)
  }

  @Test func `quiet reports refusals only, as messages`() async throws {
    let report = report(.quiet)
    try await report.add(SampleOutcome.stored())
    try await report.add(SampleOutcome.refused())
    try await report.finish(after: .seconds(1))
    #expect(printed.isEmpty)
    #expect(
      String(decoding: errors.take(), as: UTF8.self)
        == "intake: a.pdf: It holds more than 3 bytes. (over-file-limit)\n")
  }

  @Test func `only the first refusals are kept, and the others are counted`() async throws {
    let report = report(.table(everyRow: false))
    for position in 0..<250 { try await report.add(SampleOutcome.refused(position)) }
    try await report.finish(after: .seconds(1))
    let lines = printed
    #expect(lines.count == 1 + IngestReport.refusalsKept + 1 + 1 + 3)
    #expect(lines[101] == "... and 150 more; --json or --verbose shows all.")
  }
}
