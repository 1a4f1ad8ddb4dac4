import IntakeModel

extension ContainerConformance {
  static let closingChecks = [
    Check("closing drops what is staged and keeps what is published") { make in
      let first = try make()
      let name = try await first.published([1])
      _ = try first.staged([2], as: newName())
      first.close()
      first.close()
      let second = try make()
      try expect(try await second.names() == [name], "other names are there")
    },
    Check("a writer takes no more bytes once its container is closed") { make in
      let container = try make()
      let name = newName()
      let writer = try container.stage(name.id, expectedSize: nil)
      try writer.write(all: [1])
      container.close()
      try await expect(.closed, of: "write") { try writer.write(all: [2]) }
      try await expect(.closed, of: "finish") { _ = try writer.finish(as: name) }
      writer.abandon()
    },
    Check("a copy cannot be finished once its container is closed") { make in
      let container = try make()
      let name = newName()
      let writer = try container.stage(name.id, expectedSize: nil)
      container.close()
      try await expect(.closed, of: "finish") { _ = try writer.finish(as: name) }
    },
    Check("staged copies of a closed container cannot be published") { make in
      let container = try make()
      let receipt = try container.staged([1], as: newName())
      container.close()
      let unsynchronized = await container.synchronizeContent(of: [receipt])
      try expect(unsynchronized[receipt]?.code == .closed, "it was synchronised")
      let unpublished = await container.publish([receipt], durable: false)
      try expect(unpublished[receipt]?.code == .closed, "it was published")
      container.discard([receipt])
    },
    Check("later calls throw closed") { make in
      let container = try make()
      let name = try await container.published([1])
      container.close()
      try await expect(.closed, of: "stage") {
        _ = try container.stage(newName().id, expectedSize: nil)
      }
      try await expect(.closed, of: "open") { _ = try await container.open(name) }
      try await expect(.closed, of: "remove") {
        try await container.remove([name], durable: false)
      }
      try await expect(.closed, of: "forEachPage") {
        try await container.forEachPage(limit: 1) { _ in }
      }
      try await expect(.closed, of: "freeSpace") { _ = try container.freeSpace() }
      try await expect(.closed, of: "deadOwners") {
        _ = try await container.deadOwners(among: [container.owner])
      }
      try await expect(.closed, of: "sweepStaging") { _ = try await container.sweepStaging() }
    },
  ]
}
