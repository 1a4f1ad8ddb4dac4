import IntakeModel

extension ContainerConformance {
  static let ownershipChecks = [
    Check("an open store is alive, for itself and for others") { make in
      let first = try make()
      let second = try make()
      let owners: Set = [first.owner, second.owner]
      try expect(owners.count == 2, "two stores have one owner")
      try expect(try await first.deadOwners(among: owners).isEmpty, "the first finds one dead")
      try expect(try await second.deadOwners(among: owners).isEmpty, "the second finds one dead")
    },
    Check("a closed store is dead") { make in
      let first = try make()
      let second = try make()
      first.close()
      let dead = try await second.deadOwners(among: [first.owner, second.owner])
      try expect(dead == [first.owner], "dead are \(dead)")
    },
    Check("an owner that nobody knows is dead") { make in
      let container = try make()
      let unknown = OwnerID(milliseconds: 0)
      try expect(
        try await container.deadOwners(among: [unknown]) == [unknown], "it counts as alive")
    },
    Check("sweeping leaves alone what live stores have") { make in
      let first = try make()
      let second = try make()
      let writer = try first.stage(newName().id, expectedSize: nil)
      try writer.write(all: [3])
      let receipt = try first.staged([4], as: newName())
      let published = try await first.published([5])
      try expect(try await second.sweepStaging() == 0, "something was swept")
      try expect(try await second.deadOwners(among: [first.owner]).isEmpty, "the owner is dead")
      try writer.write(all: [3])
      try await first.publishAll([receipt], durable: true)
      try expect(try await second.content(of: receipt.name) == [4], "another content")
      try expect(try await second.content(of: published) == [5], "another content")
    },
    Check("stores of one run of the system give it one name") { make in
      let first = try make()
      let second = try make()
      try expect(first.systemRun == second.systemRun, "the names differ")
    },
  ]
}
