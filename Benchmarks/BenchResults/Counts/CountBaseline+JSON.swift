import JSONSyntax

extension CountBaseline {
  /// The file of the baseline, as ``init(reading:)`` reads it.
  package var json: [UInt8] {
    JSONWriter.document { writer in
      writer.member("toolchain", toolchain)
      writer.key("counts")
      writer.array(counts) { writer, count in
        writer.object(onOneLine: true) { writer in
          writer.member("cell", count.cell)
          writer.member("kind", count.kind.rawValue)
          writer.member("value", count.value)
        }
      }
    }
  }

  /// What is wrong with the file of a baseline.
  package struct ReadingError: Error, CustomStringConvertible {
    package let description: String
  }

  /// - Throws: ``ReadingError`` with the place of what is wrong.
  package init(reading bytes: [UInt8]) throws(ReadingError) {
    let document: JSONNode
    do throws(JSONError) {
      document = try JSONReader(.strict).read(bytes)
    } catch {
      throw ReadingError(description: "line \(error.place.line): \(error.message)")
    }
    guard let toolchain = document["toolchain"]?.string, let entries = document["counts"]?.array
    else {
      throw ReadingError(description: "expected an object with 'toolchain' and 'counts'")
    }
    var counts: [BenchCount] = []
    for entry in entries {
      guard let cell = entry["cell"]?.string, let name = entry["kind"]?.string,
        let kind = BenchCount.Kind(rawValue: name), let value = entry["value"]?.integer,
        value >= 0, value < 1 << 50
      else {
        throw ReadingError(
          description: "line \(entry.place.line): expected 'cell', 'kind' and 'value' of a count")
      }
      counts.append(BenchCount(cell, kind, value))
    }
    self.init(toolchain: toolchain, counts: counts)
  }
}
