import JSONSyntax

extension BenchReport {
  /// The report for machines. Numbers are whole: millionths of the unit that stands beside them.
  ///
  /// The member `charts` is what `intake evidence export --figures` reads, so that evidence can carry it.
  package var json: [UInt8] {
    JSONWriter.document { writer in
      writer.key("machine")
      writer.object { writer in
        for fact in facts { writer.member(fact.name, fact.value) }
      }
      writer.key("rows")
      writer.array(rows) { writer, row in
        writer.object(onOneLine: true) { Self.write(row, to: &$0) }
      }
      writer.key("charts")
      writer.array(bars) { writer, chart in
        writer.object { writer in
          writer.member("title", chart.title)
          writer.member("unit", chart.unit)
          writer.key("bars")
          writer.array(chart.bars) { writer, bar in
            writer.object(onOneLine: true) { writer in
              writer.member("name", bar.name)
              writer.member("value", bar.value)
            }
          }
        }
      }
    }
  }

  private static func write(_ row: BenchRow, to writer: inout JSONWriter) {
    writer.member("scenario", row.scenario)
    writer.member("subject", row.subject)
    writer.member("peer", row.peer)
    writer.member("unit", row.unit.rawValue)
    writer.member("standing", row.standing.rawValue)
    switch row.value {
    case .measured(let spread):
      writer.member("medianMillionths", millionths(spread.median))
      writer.member("leastMillionths", millionths(spread.least))
      writer.member("mostMillionths", millionths(spread.most))
    case .absent(let reason), .failed(let reason): writer.member("reason", reason)
    }
    writer.member("goalMillionths", row.goal.map(millionths))
  }

  private static func millionths(_ value: Double) -> Int64 {
    Int64((min(max(value, -1e12), 1e12) * 1e6).rounded())
  }

  /// The charts as bars: the last point of each series, and percents of peers for what is a ratio.
  private var bars: [(title: String, unit: String, bars: [(name: String, value: Int64)])] {
    let ratios = rows.compactMap { row -> (name: String, value: Int64)? in
      guard row.unit == .ratio, case .measured(let spread) = row.value else { return nil }
      let name = "(\(row.scenario)) \(row.subject), of \(row.peer ?? "itself")"
      return (name, Int64((spread.median * 100).rounded()))
    }
    let series = charts.map { chart in
      let last = chart.series.compactMap { series in
        series.points.last.map { (name: series.name, value: Int64($0.y.rounded())) }
      }
      return (title: chart.title, unit: chart.yTitle, bars: last)
    }
    return (ratios.isEmpty ? [] : [("Time, compared", "% of the peer's", ratios)]) + series
  }
}
