internal import IntakeModel

extension CatalogConformance {
  static let takingChecks: [Check] = [
    Check("the row that has been available longest is taken first") { catalog in
      try await catalog.add([make(at: 3), make(at: 1), make(at: 2)])
      var times: [Int64] = []
      while let record = try await catalog.take(nil, for: lease(), now: 9) {
        times.append(record.recordedAt)
      }
      try expect("order", times, is: [1, 2, 3])
    },
    Check("a row that was given back comes after those that waited longer") { catalog in
      let records = [make(at: 1), make(at: 2)]
      try await catalog.add(records)
      _ = try await catalog.take(records[0].id, for: lease(), now: 5)
      try await catalog.endLease(lease().id, of: records[0].id, as: .available, now: 6)
      let next = try await catalog.take(nil, for: lease(), now: 7)
      try expect("next", next?.id, is: records[1].id)
      let last = try await catalog.take(nil, for: lease(), now: 7)
      try expect("last", last?.id, is: records[0].id)
      try expect("read", last?.lastReadAt, is: 6)
    },
    Check("a taken row shows its lease and is not taken again") { catalog in
      let record = make(at: 1)
      try await catalog.add([record])
      let taken = try await catalog.take(record.id, for: lease(), now: 2)
      try expect("lease", taken?.lease, is: lease())
      try expect("row", try await catalog.record(record.id), is: taken)
      try await expect(.alreadyTaken, from: "taking again") {
        _ = try await catalog.take(record.id, for: lease(2), now: 2)
      }
      try expect("next", try await catalog.take(nil, for: lease(2), now: 2), is: nil)
    },
    Check("a finished row is taken by its identifier only") { catalog in
      let record = make(at: 1)
      try await catalog.addFinished(record, at: 3)
      try expect("next", try await catalog.take(nil, for: lease(), now: 4), is: nil)
      let again = try await catalog.take(record.id, for: lease(2), now: 4)
      try expect("again", again?.lease, is: lease(2))
      try expect("read", again?.lastReadAt, is: 3)
    },
    Check("a lease whose end has passed counts as given back at its end") { catalog in
      let record = make(at: 1)
      try await catalog.add([record])
      _ = try await catalog.take(nil, for: lease(1, endsAt: 10), now: 2)
      try expect("early", try await catalog.take(nil, for: lease(2), now: 9), is: nil)
      let taken = try await catalog.take(nil, for: lease(2), now: 10)
      try expect("lease", taken?.lease, is: lease(2))
      try expect("read", taken?.lastReadAt, is: 10)
      try await expect(.leaseLost, from: "ending the old lease") {
        try await catalog.endLease(lease(1).id, of: record.id, as: .finished, now: 10)
      }
    },
    Check("a lease cannot be ended once its end has passed") { catalog in
      let record = make(at: 1)
      try await catalog.add([record])
      _ = try await catalog.take(nil, for: lease(endsAt: 10), now: 2)
      try await expect(.leaseLost, from: "ending") {
        try await catalog.endLease(lease().id, of: record.id, as: .finished, now: 10)
      }
    },
    Check("ending a lease leaves none, and the time of reading") { catalog in
      let record = make(at: 1)
      try await catalog.addFinished(record, at: 7)
      let row = try await catalog.record(record.id)
      try expect("state", row?.state, is: .finished)
      try expect("lease", row?.lease, is: nil)
      try expect("read", row?.lastReadAt, is: 7)
      try await expect(.leaseLost, from: "ending again") {
        try await catalog.endLease(lease().id, of: record.id, as: .finished, now: 8)
      }
    },
    Check("rows that were not handed over cannot be taken or given back") { catalog in
      let pending = make(at: 1)
      let removing = make(at: 2)
      try await catalog.add([pending], as: .pending)
      try await catalog.add([removing])
      _ = try await catalog.remove([removing.id])
      for id in [pending.id, removing.id, AttachmentID(milliseconds: 3)] {
        try await expect(.notFound, from: "taking") {
          _ = try await catalog.take(id, for: lease(), now: 5)
        }
        try await expect(.notFound, from: "giving back") {
          try await catalog.endLease(lease().id, of: id, as: .available, now: 5)
        }
      }
    },
    Check("a lease ends as available or finished") { catalog in
      try await expect(.invalidArgument, from: "ending") {
        let id = AttachmentID(milliseconds: 1)
        try await catalog.endLease(lease().id, of: id, as: .hidden, now: 1)
      }
    },
    Check("of many takers at once, one gets the row") { catalog in
      let record = make(at: 1)
      try await catalog.add([record])
      let winners = try await withThrowingTaskGroup(of: Bool.self) { group in
        for number in 1...20 {
          group.addTask {
            try await catalog.take(nil, for: lease(Int64(number)), now: 2) != nil
          }
        }
        return try await group.reduce(0) { $0 + ($1 ? 1 : 0) }
      }
      try expect("winners", winners, is: 1)
    },
  ]
}
