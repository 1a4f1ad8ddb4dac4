import BenchResults
import ChangeEvidence
import Foundation
import Testing

#if canImport(FoundationXML)
  import FoundationXML
#endif

struct ReportTests {
  private func row(_ values: [Double], atMost goal: Double?) -> BenchRow {
    BenchRow(
      "a", "intake", against: "cp <&>", BenchRow.Value(Spread(of: values), otherwise: "no runs"),
      .ratio, atMost: goal)
  }

  @Test func `the median decides whether a goal is reached`() {
    #expect(row([0.1, 0.45, 0.9], atMost: 0.45).standing == .reached)
    #expect(row([0.1, 0.46, 0.9], atMost: 0.45).standing == .missed)
    #expect(row([0.1], atMost: nil).standing == .shown)
    #expect(row([], atMost: 0.45).standing == .failed)
  }

  @Test func `a goal that is missed is no failure, and a scenario that failed is one`() {
    var report = BenchReport()
    report.rows = [row([9], atMost: 1)]
    #expect(!report.hasFailures)
    report.rows.append(row([], atMost: 1))
    #expect(report.hasFailures)
  }

  @Test func `an absent peer is named`() {
    var report = BenchReport()
    report.rows = [
      BenchRow("a", "intake", against: "Go", .absent("not installed: go"), .ratio, atMost: 0.8)
    ]
    #expect(report.table.contains("not installed: go"))
    #expect(report.table.contains("1 absent"))
    #expect(!report.hasFailures)
  }

  @Test func `the table says median, least, most and standing`() {
    var report = BenchReport()
    report.rows = [row([0.4, 0.5, 0.75], atMost: 0.65)]
    #expect(report.table.contains("0.50 (0.40 to 0.75)"))
    #expect(report.table.contains("✓ reached"))
  }

  @Test func `the page is well-formed, holds no script, and escapes what it shows`() throws {
    var report = BenchReport()
    report.facts = [("machine", "a <b> & c")]
    report.rows = [row([0.5], atMost: 1), row([], atMost: 1)]
    report.charts = [
      LineChart(
        "Throughput <1>", x: "jobs", y: "MB/s", isLogarithmic: true,
        [.init("none & group", [.init(1, 900), .init(16, 1800)]), .init("empty", [])])
    ]
    let page = String(decoding: report.html, as: UTF8.self)
    #expect(XMLParser(data: Data(report.html)).parse())
    #expect(!page.contains("<script"))
    #expect(page.contains("a &lt;b&gt; &amp; c"))
    #expect(page.contains("<polyline"))
    #expect(page.contains("prefers-color-scheme: dark"))
  }

  @Test func `the report for machines is what evidence takes for figures`() throws {
    var report = BenchReport()
    report.rows = [row([0.5], atMost: 1)]
    report.charts = [LineChart("T", x: "jobs", y: "MB/s", [.init("none", [.init(1, 900)])])]
    let charts = try BarChart.charts(reading: report.json)
    #expect(charts.map(\.title) == ["Time, compared", "T"])
    #expect(charts.map(\.bars.first?.value) == [50, 900])
  }

  @Test(arguments: [
    (0.0, "0.00"), (0.0123, "0.0123"), (0.456, "0.46"), (9.876, "9.88"), (12.34, "12.3"),
    (1234.5, "1,235"), (1_234_567, "1,234,567"), (100_000, "100,000"),
  ])
  func `numbers have as many digits as mean something`(value: Double, text: String) {
    #expect(NumberText.short(value) == text)
  }
}
