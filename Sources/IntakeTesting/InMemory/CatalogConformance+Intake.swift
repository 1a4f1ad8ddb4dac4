internal import IntakeModel

extension CatalogConformance {
  static let intakeChecks: [Check] = [
    Check("a new row is pending, and is read back as it was given") { catalog in
      let record = make(at: 5, name: "a\0é👩‍👩‍👧.png")
      try await catalog.add([record], as: .pending)
      try expect("record", try await catalog.record(record.id), is: record)
    },
    Check("a name of more than 1,024 bytes is cut at a character") { catalog in
      let record = make(at: 1, name: String(repeating: "é", count: 511) + "👩‍👩‍👧x")
      try await catalog.add([record], as: .pending)
      let name = try await catalog.record(record.id)?.displayName
      try expect("name", name, is: String(repeating: "é", count: 511))
    },
    Check("rows that would cross the limit on bytes are left out, and smaller ones are not") {
      let records = [make(at: 1, size: 60), make(at: 2, size: 50), make(at: 3, size: 40)]
      let limits = ContainerLimits(bytes: .bytes(100))
      let leftOut = try await $0.recordPending(records, within: limits)
      try expect("left out", leftOut, is: [records[1].id])
      try expect(
        "totals", try await $0.totals(), is: ContainerTotals(count: 2, bytes: .bytes(100)))
    },
    Check("rows that would cross the limit on the count are left out") { catalog in
      let records = (1...3).map { make(at: $0) }
      let leftOut = try await catalog.recordPending(records, within: ContainerLimits(count: 2))
      try expect("left out", leftOut, is: [records[2].id])
      try expect("row", try await catalog.record(records[2].id), is: nil)
    },
    Check("sizes that no number can hold are left out") { catalog in
      let records = [make(at: 1, size: .max), make(at: 2, size: 1)]
      let leftOut = try await catalog.recordPending(records, within: ContainerLimits())
      try expect("left out", leftOut, is: [records[1].id])
    },
    Check("an identifier is recorded once, and a call that repeats it records nothing") { catalog in
      let first = make(at: 1)
      let second = make(at: 2)
      try await catalog.add([first])
      try await expect(.invalidArgument, from: "recording again") {
        _ = try await catalog.recordPending([second, first], within: ContainerLimits())
      }
      try expect("known", try await catalog.known([first.id, second.id]), is: [first.id])
      try expect(
        "totals", try await catalog.totals(), is: ContainerTotals(count: 1, bytes: .bytes(10)))
    },
    Check("only pending rows become stored") { catalog in
      let record = make(at: 1)
      try await catalog.add([record])
      let pending = make(at: 2)
      try await catalog.add([pending], as: .pending)
      let unknown = AttachmentID(milliseconds: 8)
      let stored = try await catalog.markStored(
        [record.id, unknown, pending.id], as: .hidden, durability: .none)
      try expect("stored", stored, is: [pending.id])
      try expect("state", try await catalog.state(of: record.id), is: .available)
      try expect("state", try await catalog.state(of: pending.id), is: .hidden)
    },
    Check("rows cannot be stored as taken") { catalog in
      try await expect(.invalidArgument, from: "storing") {
        try await catalog.markStored([], as: .taken, durability: .none)
      }
    },
    Check("hidden rows cannot be taken until their batch is revealed") { catalog in
      let mine = [make(at: 1), make(at: 2)]
      let other = make(at: 3, batch: BatchID(milliseconds: 2))
      let pending = make(at: 4)
      try await catalog.add(mine + [other], as: .hidden)
      try await catalog.add([pending], as: .pending)
      try expect("taken", try await catalog.take(nil, for: lease(), now: 5), is: nil)
      try await expect(.notFound, from: "taking a hidden row") {
        _ = try await catalog.take(mine[0].id, for: lease(), now: 5)
      }
      for count in [0, 1, 3] {
        try await expect(.catalogFailed, from: "revealing \(count)") {
          try await catalog.reveal(batch, count: count, durability: .none)
        }
      }
      try expect("available", try await catalog.ids(in: [.available]), is: [])
      try await catalog.reveal(batch, count: 2, durability: .none)
      try expect("available", try await catalog.ids(in: [.available]), is: mine.map(\.id))
      try expect("hidden", try await catalog.ids(in: [.hidden]), is: [other.id])
      try await catalog.reveal(batch, count: 0, durability: .none)
    },
    Check("a closed catalog says so, and may be closed again") { catalog in
      await catalog.close()
      await catalog.close()
      try await expect(.closed, from: "reading") { _ = try await catalog.totals() }
      try await expect(.closed, from: "writing") { try await catalog.forget([], durability: .none) }
    },
  ]
}
