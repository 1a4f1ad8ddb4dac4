internal import IntakeModel

extension CatalogConformance {
  static let recoveryChecks: [Check] = [
    Check("owners are active while they have something unfinished or a lease without an end") {
      catalog in
      let owners = (1...6).map { OwnerID(milliseconds: $0) }
      let records = (0..<6).map { make(at: Int64($0), owner: owners[$0]) }
      try await catalog.add([records[0]], as: .pending)
      try await catalog.add([records[1]], as: .hidden)
      try await catalog.add(Array(records[2...]))
      _ = try await catalog.remove([records[2].id])
      let reader = OwnerID(milliseconds: 20)
      _ = try await catalog.take(records[3].id, for: lease(1, owner: reader), now: 9)
      let timed = lease(2, endsAt: 99, owner: OwnerID(milliseconds: 21))
      _ = try await catalog.take(records[4].id, for: timed, now: 9)
      let expected = Set(owners[..<3] + [reader])
      try expect("owners", try await catalog.activeOwners(), is: expected)
    },
    Check("the leases of dead owners are returned, and those with an end when it has passed") {
      catalog in
      let records = (1...4).map { make(at: $0) }
      try await catalog.add(records)
      let dead = OwnerID(milliseconds: 30)
      _ = try await catalog.take(records[0].id, for: lease(1, owner: dead), now: 5)
      _ = try await catalog.take(records[1].id, for: lease(2, endsAt: 10, owner: dead), now: 5)
      _ = try await catalog.take(records[2].id, for: lease(3, endsAt: 50, owner: dead), now: 5)
      _ = try await catalog.take(records[3].id, for: lease(4), now: 5)
      try expect("returned", try await catalog.returnLeases(of: [dead], now: 20), is: 2)
      try expect(
        "available", try await catalog.ids(in: [.available]), is: records[..<2].map(\.id))
      try expect("lease", try await catalog.record(records[0].id)?.lease, is: nil)
      try expect("read", try await catalog.record(records[0].id)?.lastReadAt, is: 20)
      try expect("read", try await catalog.record(records[1].id)?.lastReadAt, is: 10)
      try expect("again", try await catalog.returnLeases(of: [dead], now: 20), is: 0)
    },
    Check("what owners left unfinished is claimed, and nothing of others") { catalog in
      let dead = OwnerID(milliseconds: 30)
      let records = (1...4).map { make(at: $0, owner: dead) }
      let other = make(at: 9)
      try await catalog.add([records[0], other], as: .pending)
      try await catalog.add([records[1]], as: .hidden)
      try await catalog.add(Array(records[2...]))
      _ = try await catalog.remove([records[2].id])
      try expect("none", try await catalog.claimUnfinished(of: [], limit: 2), is: [])
      try expect("limited", try await catalog.claimUnfinished(of: [dead], limit: 2).count, is: 2)
      let found = try await catalog.claimUnfinished(of: [dead], limit: 10)
      try expect("rows", Set(found.map(\.id)), is: Set(records[..<3].map(\.id)))
      try expect("states", Set(found.map(\.state)), is: [.removing])
      try expect("removing", try await catalog.ids(in: [.removing]), is: found.map(\.id).sorted())
      try expect("pending", try await catalog.ids(in: [.pending]), is: [other.id])
      try expect("removals", try await catalog.removals(limit: 10).count, is: 1)
    },
    Check("what was claimed is not stored any more, and a batch that lost a row is not revealed") {
      catalog in
      let dead = OwnerID(milliseconds: 30)
      let pending = [make(at: 1), make(at: 2, owner: dead)]
      let hidden = [make(at: 3), make(at: 4, owner: dead)]
      try await catalog.add(pending, as: .pending)
      try await catalog.add(hidden, as: .hidden)
      _ = try await catalog.claimUnfinished(of: [dead], limit: 10)
      let ids = pending.map(\.id)
      let stored = try await catalog.markStored(ids, as: .available, durability: .none)
      try expect("stored", stored, is: [ids[0]])
      try await expect(.catalogFailed, from: "revealing") {
        try await catalog.reveal(batch, count: 2, durability: .none)
      }
      try expect("hidden", try await catalog.ids(in: [.hidden]), is: [hidden[0].id])
    },
    Check("rows are known in every state, until they are forgotten") { catalog in
      let records = (1...3).map { make(at: $0) }
      try await catalog.add([records[0]], as: .pending)
      try await catalog.add([records[1]])
      _ = try await catalog.remove([records[1].id])
      let all = records.map(\.id)
      try expect("known", try await catalog.known(all), is: Set(all[..<2]))
      try await catalog.forget(all, durability: .none)
      try expect("known", try await catalog.known(all), is: [])
    },
  ]
}
