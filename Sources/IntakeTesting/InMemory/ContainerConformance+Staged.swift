import IntakeModel

extension ContainerConformance {
  static let stagedReadingChecks = [
    Check("a staged copy is read before it has a name, as often as one likes") { make in
      let container = try make()
      let bytes = (0..<5000).map { UInt8(truncatingIfNeeded: $0) }
      let receipt = try container.staged(bytes, as: newName())
      for _ in 0..<2 {
        let reader = try await container.openStaged(receipt)
        defer { reader.close() }
        try expect(reader.size == .bytes(5000), "the size is \(reader.size)")
        try expect(try await reader.rest(chunk: 999) == bytes, "the bytes are others")
      }
      try expect(try await container.names().isEmpty, "there is a name")
      try await container.publishAll([receipt])
      try expect(try await container.content(of: receipt.name) == bytes, "another copy")
    },
    Check("who reads a staged copy reads on when it is published or dropped") { make in
      let container = try make()
      let receipts = [
        try container.staged([1, 2, 3], as: newName()),
        try container.staged([4, 5, 6], as: newName()),
      ]
      let published = try await container.openStaged(receipts[0])
      let dropped = try await container.openStaged(receipts[1])
      try await container.publishAll([receipts[0]])
      container.discard([receipts[1]])
      try expect(try await published.rest(chunk: 2) == [1, 2, 3], "the bytes are others")
      try expect(try await dropped.rest(chunk: 2) == [4, 5, 6], "the bytes are others")
    },
    Check("a receipt that is used up opens nothing") { make in
      let container = try make()
      let receipt = try container.staged([1], as: newName())
      try await container.publishAll([receipt])
      try await expect(.invalidArgument, of: "openStaged") {
        _ = try await container.openStaged(receipt)
      }
    },
  ]

  static let missingChecks = [
    Check("names without a copy are missing, and others are not") { make in
      let container = try make()
      let there = try await container.published([1])
      let other = try await container.published([2])
      let never = newName()
      try await container.remove([other], durable: false)
      let relabelled = StoredName(id: there.id, filenameExtension: "jpg")
      let missing = try await container.missing(among: [there, other, never, relabelled])
      try expect(missing == [other, never, relabelled], "\(missing.count) are missing")
      try expect(try await container.missing(among: []).isEmpty, "something of nothing")
    },
    Check("each copy has a location of its own, without the folder's own path") { make in
      let container = try make()
      let names = [newName("pdf"), newName(nil)]
      let locations = names.map { container.location(of: $0) }
      try expect(Set(locations).count == 2, "one location for two")
      for (name, location) in zip(names, locations) {
        try expect(location.hasSuffix(name.description), "no name in \(location)")
        try expect(!location.hasPrefix("/") && !location.contains(".."), "\(location)")
      }
    },
  ]
}
