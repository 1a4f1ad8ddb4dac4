import AttachmentIntake
import IntakeTesting
import Testing

@Suite(.timeLimit(.minutes(5))) struct PrometheusTests {
  private func lines(_ counters: IntakeCounters, labels: [String: String] = [:]) -> [String] {
    counters.prometheusText(labels: labels).split(separator: "\n").map(String.init)
  }

  @Test
  func `what a pipeline has stored and refused is on the page`() async throws {
    let text = try await withPipeline(.init(accepting: ["public.jpeg"])) { fixture in
      _ = try await fixture.pipeline.ingest([
        .shared(.jpeg(bytes: 1_000)), .shared(.jpeg(bytes: 500)),
        Attachment(bytes: [1], type: "public.png"),
      ])
      return fixture.pipeline.counters.prometheusText()
    }
    let lines = text.split(separator: "\n")
    #expect(lines.contains("attachment_intake_stored_total 2"))
    #expect(lines.contains("attachment_intake_stored_bytes_total 1500"))
    #expect(lines.contains(#"attachment_intake_refused_total{code="no-accepted-type"} 1"#))
    #expect(lines.contains(#"attachment_intake_refused_total{code="over-file-limit"} 0"#))
    #expect(lines.contains("attachment_intake_in_flight 0"))
    #expect(lines.contains("attachment_intake_waiting_for_commit 0"))
    #expect(text.hasSuffix("\n"))
  }

  @Test
  func `each metric says what it is before its first series, once`() throws {
    var said: [String: Int] = [:]
    var present = ""
    for line in lines(IntakeCounters()) {
      let words = line.split(separator: " ", maxSplits: 3).map(String.init)
      if line.hasPrefix("# HELP ") {
        #expect(words.count == 4)
        present = words[2]
        said[present, default: 0] += 1
      } else if line.hasPrefix("# TYPE ") {
        #expect(words[2] == present)
        #expect(words[3] == (present.hasSuffix("_total") ? "counter" : "gauge"))
      } else {
        #expect(words[0].prefix { $0 != "{" } == present)
      }
    }
    #expect(said.count == 12)
    #expect(said.values.allSatisfy { $0 == 1 })
  }

  @Test
  func `labels stand on every series, with what would end them escaped`() {
    let lines = lines(
      IntakeCounters(), labels: ["worker": "a\\b\"c\nd", "zone": "é"]
    ).filter { !$0.hasPrefix("#") }
    #expect(lines.count == 11 + IntakeError.Code.allCases.count)
    #expect(lines.allSatisfy { $0.contains(#"worker="a\\b\"c\nd",zone="é""#) })
  }

  @Test(arguments: ["", "1st", "__name__", "code", "a-b", "é", "a b", "a\"} 1\n"])
  func `what is no name of a label is left out`(name: String) {
    #expect(
      IntakeCounters().prometheusText(labels: [name: "x"]) == IntakeCounters().prometheusText())
  }
}
