internal import IntakeModel

extension CatalogConformance {
  static let retentionChecks: [Check] = [
    Check("after reading, finished rows go at once, and no others") { catalog in
      let record = make(at: 1)
      try await catalog.addFinished(record, at: 2)
      try await catalog.add([make(at: 3)])
      try await catalog.expect([(record.id, .read)], by: RetentionRule(), now: 4)
    },
    Check("rows that were read go at their age since the reading") { catalog in
      let rule = RetentionRule(afterReading: false, age: .milliseconds(100))
      let record = make(at: 1)
      try await catalog.addFinished(record, at: 50)
      try await catalog.expect([], by: rule, now: 149)
      try await catalog.expect([(record.id, .age)], by: rule, now: 150)
    },
    Check("of too many rows that were read, the ones read longest ago go") { catalog in
      let records = (1...4).map { make(at: $0) }
      for (record, time) in zip(records, [Int64](arrayLiteral: 40, 20, 30, 10)) {
        try await catalog.addFinished(record, at: time)
      }
      try await catalog.expect(
        [(records[3].id, .count), (records[1].id, .count)],
        by: RetentionRule(afterReading: false, count: 2), now: 99)
    },
    Check("of too many bytes that were read, the ones read longest ago go") { catalog in
      let records = (1...4).map { make(at: $0, size: 10 * Int($0)) }
      for record in records { try await catalog.addFinished(record, at: record.recordedAt) }
      try await catalog.expect(
        [(records[0].id, .bytes), (records[1].id, .bytes)],
        by: RetentionRule(afterReading: false, bytes: .bytes(79)), now: 99)
    },
    Check("each row goes for one reason: age before count before bytes") { catalog in
      let records = (1...3).map { make(at: $0) }
      for record in records { try await catalog.addFinished(record, at: record.recordedAt) }
      let rule = RetentionRule(
        afterReading: false, age: .milliseconds(98), bytes: .bytes(5), count: 1)
      try await catalog.expect(
        [(records[0].id, .age), (records[1].id, .count), (records[2].id, .bytes)], by: rule,
        now: 99)
    },
    Check("rows that nobody took go at their own age only") { catalog in
      let rule = RetentionRule(bytes: .zero, count: 0, untakenAge: .milliseconds(100))
      let fresh = make(at: 10)
      let returned = make(at: 20)
      try await catalog.add([fresh, returned, make(at: 30)])
      _ = try await catalog.take(returned.id, for: lease(), now: 90)
      try await catalog.endLease(lease().id, of: returned.id, as: .available, now: 95)
      try await catalog.expect([], by: rule, now: 109)
      try await catalog.expect(
        [(fresh.id, .untaken), (returned.id, .untaken)], by: rule, now: 120)
    },
    Check("rows that are taken, pending or hidden never expire") { catalog in
      let taken = make(at: 1)
      try await catalog.add([taken])
      _ = try await catalog.take(taken.id, for: lease(), now: 2)
      try await catalog.add([make(at: 2)], as: .pending)
      try await catalog.add([make(at: 3)], as: .hidden)
      try await catalog.expect([], by: RetentionRule(untakenAge: .zero), now: 1_000)
    },
    Check("without limits nothing expires") { catalog in
      try await catalog.addFinished(make(at: 1), at: 2)
      try await catalog.add([make(at: 2)])
      try await catalog.expect(
        [], by: RetentionRule(afterReading: false, untakenAge: nil), now: .max)
    },
    Check("no more rows expire at once than are asked for") { catalog in
      for time in Int64(1)...3 { try await catalog.addFinished(make(at: time), at: time) }
      try await catalog.add([make(at: 4)])
      let rule = RetentionRule(untakenAge: .zero)
      for limit in 0...5 {
        let count = try await catalog.expired(by: rule, now: 9, limit: limit).count
        try expect("count", count, is: min(4, limit))
      }
    },
  ]
}

extension AttachmentCatalog {
  fileprivate func expect(
    _ expected: [(AttachmentID, RemovalReason)], by rule: RetentionRule, now: Int64
  ) async throws {
    let found = try await expired(by: rule, now: now, limit: 100)
    try CatalogConformance.expect("rows", found.map(\.record.id), is: expected.map(\.0))
    try CatalogConformance.expect("reasons", found.map(\.reason), is: expected.map(\.1))
  }
}
