import IntakeModel

extension ContainerConformance {
  static let publishingChecks = [
    Check("publishing never replaces a copy") { make in
      let container = try make()
      let name = try await container.published([1, 1, 1])
      let second = try container.staged([2, 2], as: name)
      let failures = await container.publish([second], durable: true)
      try expect(failures[second]?.code == .writeFailed, "the failures are \(failures)")
      try expect(try await container.content(of: name) == [1, 1, 1], "another content")
    },
    Check("a receipt is used up by publishing") { make in
      let container = try make()
      let receipt = try container.staged([1], as: newName())
      try await container.publishAll([receipt])
      let failures = await container.publish([receipt], durable: false)
      try expect(failures[receipt]?.code == .invalidArgument, "the failures are \(failures)")
      container.discard([receipt])
      try expect(try await container.content(of: receipt.name) == [1], "another content")
    },
    Check("one failure does not stop the others") { make in
      let container = try make()
      let used = try container.staged([0], as: newName())
      container.discard([used])
      let receipts = try [1, 2].map { try container.staged([$0], as: newName()) }
      let failures = await container.publish([receipts[0], used, receipts[1]], durable: true)
      try expect(Array(failures.keys) == [used], "the failures are \(failures)")
      try expect(
        Set(try await container.names()) == Set(receipts.map(\.name)), "other names are there")
    },
    Check("a discarded copy cannot be published") { make in
      let container = try make()
      let receipt = try container.staged([1], as: newName())
      container.discard([receipt])
      container.discard([receipt])
      let failures = await container.publish([receipt], durable: false)
      try expect(failures[receipt]?.code == .invalidArgument, "the failures are \(failures)")
      try expect(try await container.names().isEmpty, "there is a name")
    },
    Check("content is synchronised before it is published") { make in
      let container = try make()
      let receipts = try (0..<40).map { try container.staged([UInt8($0)], as: newName()) }
      let failures = await container.synchronizeContent(of: receipts)
      try expect(failures.isEmpty, "the failures are \(failures)")
      try await container.publishAll(receipts, durable: true)
      for (index, receipt) in receipts.enumerated() {
        let content = try await container.content(of: receipt.name)
        try expect(content == [UInt8(index)], "copy \(index) has another content")
      }
    },
    Check("content of a copy that is not staged cannot be synchronised") { make in
      let container = try make()
      let receipt = try container.staged([1], as: newName())
      container.discard([receipt])
      let failures = await container.synchronizeContent(of: [receipt])
      try expect(failures[receipt]?.code == .invalidArgument, "the failures are \(failures)")
    },
    Check("stores share what is published, and not what is staged") { make in
      let first = try make()
      let second = try make()
      let receipt = try first.staged([8, 9], as: newName())
      let failures = await second.publish([receipt], durable: false)
      try expect(failures[receipt]?.code == .invalidArgument, "the failures are \(failures)")
      try await first.publishAll([receipt])
      try expect(try await second.content(of: receipt.name) == [8, 9], "another content")
    },
  ]
}
