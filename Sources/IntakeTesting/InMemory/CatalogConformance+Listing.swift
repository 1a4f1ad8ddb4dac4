internal import IntakeModel

extension CatalogConformance {
  static let listingChecks: [Check] = [
    Check("pages follow each other in the order of identifiers") { catalog in
      let records = (1...25).map { make(at: $0) }
      try await catalog.add(Array(records.reversed()))
      var found: [AttachmentID] = []
      var last: CatalogRecord?
      repeat {
        let page = try await catalog.records(
          in: [.available], batch: nil, after: last, limit: 10)
        found += page.map(\.id)
        last = page.last
      } while last != nil
      try expect("rows", found, is: records.map(\.id))
    },
    Check("pages of a batch follow each other in the order of positions") { catalog in
      let records = (1...7).map { make(at: $0, position: 100 - Int($0)) }
      try await catalog.add(records + [make(at: 9, batch: BatchID(milliseconds: 2))])
      let expected = Array(records.map(\.id).reversed())
      let first = try await catalog.records(in: [.available], batch: batch, after: nil, limit: 4)
      try expect("first page", first.map(\.id), is: Array(expected[..<4]))
      let second = try await catalog.records(
        in: [.available], batch: batch, after: first.last, limit: 4)
      try expect("second page", second.map(\.id), is: Array(expected[4...]))
    },
    Check("only rows in the given states are listed") { catalog in
      let records = (1...3).map { make(at: $0) }
      try await catalog.add([records[0]], as: .pending)
      try await catalog.add([records[1]], as: .hidden)
      try await catalog.add([records[2]])
      try expect("none", try await catalog.ids(in: []), is: [])
      try expect("pending", try await catalog.ids(in: [.pending]), is: [records[0].id])
      let two = try await catalog.ids(in: [.hidden, .available])
      try expect("two", two, is: [records[1].id, records[2].id])
    },
    Check("a limit of zero lists nothing") { catalog in
      try await catalog.add([make(at: 1)])
      let none = try await catalog.records(in: [.available], batch: nil, after: nil, limit: 0)
      try expect("rows", none, is: [])
    },
    Check("what was checked in this run of the system is kept") { catalog in
      let record = make(at: 1)
      try await catalog.add([record])
      try await catalog.markChecked(record.id, systemRun: "another")
      try expect("run", try await catalog.record(record.id)?.systemRun, is: "another")
    },
  ]
}
