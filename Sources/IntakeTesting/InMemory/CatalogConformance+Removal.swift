internal import IntakeModel

extension CatalogConformance {
  static let removalChecks: [Check] = [
    Check("a removal moves the row, and is in the log") { catalog in
      let record = make(at: 1, size: 42)
      try await catalog.add([record])
      let moved = try await catalog.beginRemoval(
        [record.id], reason: .damaged, lease: nil, from: [.available], now: 8)
      try expect("moved", moved.map(\.id), is: [record.id])
      try expect("state", moved.first?.state, is: .removing)
      try expect("row", try await catalog.record(record.id), is: moved.first)
      let removal = Removal(id: record.id, size: .bytes(42), reason: .damaged, removedAt: 8)
      try expect("log", try await catalog.removals(limit: 5), is: [removal])
    },
    Check("a row is removed, and logged, once") { catalog in
      let record = make(at: 1)
      try await catalog.add([record])
      try expect("moved", try await catalog.remove([record.id, record.id]), is: [record.id])
      let again = try await catalog.remove(
        [record.id], from: Set(CatalogRecord.State.allCases))
      try expect("again", again, is: [])
      try expect("log", try await catalog.removals(limit: 5).count, is: 1)
    },
    Check("rows in another state are left alone") { catalog in
      let record = make(at: 1)
      try await catalog.add([record])
      try expect("moved", try await catalog.remove([record.id], from: [.finished]), is: [])
      try expect("state", try await catalog.state(of: record.id), is: .available)
      try expect("log", try await catalog.removals(limit: 5), is: [])
    },
    Check("a taken row is removed with its lease only") { catalog in
      let record = make(at: 1)
      try await catalog.add([record])
      _ = try await catalog.take(record.id, for: lease(1), now: 2)
      try expect("without", try await catalog.remove([record.id]), is: [])
      try expect("other", try await catalog.remove([record.id], lease: lease(2).id), is: [])
      let moved = try await catalog.remove([record.id], lease: lease(1).id)
      try expect("moved", moved, is: [record.id])
      try expect("lease", try await catalog.record(record.id)?.lease, is: nil)
    },
    Check("a row whose lease has run out is removed as an available one") { catalog in
      let record = make(at: 1)
      try await catalog.add([record])
      _ = try await catalog.take(record.id, for: lease(endsAt: 5), now: 2)
      let late = try await catalog.remove([record.id], lease: lease().id, from: [.taken], now: 5)
      try expect("late", late, is: [])
      let moved = try await catalog.remove([record.id], from: [.available], now: 5)
      try expect("moved", moved, is: [record.id])
    },
    Check("rows that are handed over are not forgotten, others are") { catalog in
      let records = (1...4).map { make(at: $0) }
      try await catalog.add([records[0]], as: .pending)
      try await catalog.add([records[1]], as: .hidden)
      try await catalog.add(Array(records[2...]))
      _ = try await catalog.remove([records[3].id])
      try await catalog.forget(records.map(\.id) + [records[0].id], durability: .none)
      try expect("known", try await catalog.known(records.map(\.id)), is: [records[2].id])
      try expect(
        "totals", try await catalog.totals(), is: ContainerTotals(count: 1, bytes: .bytes(10)))
    },
    Check("the log gives the newest removals first, and keeps 10,000 of many more") { catalog in
      for start in stride(from: 0, to: 12_000, by: 1_000) {
        let records = (1...1_000).map { make(at: Int64(start + $0)) }
        try await catalog.add(records)
        let ids = records.map(\.id)
        _ = try await catalog.remove(ids, now: Int64(start))
        try await catalog.forget(ids, durability: .none)
      }
      let all = try await catalog.removals(limit: .max)
      guard (10_000...11_999).contains(all.count) else {
        throw ConformanceFailure("the log holds \(all.count) removals")
      }
      try expect("newest", all.first?.removedAt, is: 11_000)
      try expect("limited", try await catalog.removals(limit: 3), is: Array(all[..<3]))
    },
  ]
}
