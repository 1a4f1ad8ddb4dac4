import IntakeModel

extension ContainerConformance {
  static let stagingChecks = [
    Check("a receipt tells the size and the digest") { make in
      let receipt = try make().staged(Array("abc".utf8), as: newName())
      try expect(receipt.size == .bytes(3), "the size is \(receipt.size)")
      try expect(
        receipt.digest.description
          == "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad",
        "the digest is \(receipt.digest)")
    },
    Check("pieces of any size make one copy") { make in
      let container = try make()
      let name = newName()
      let writer = try container.stage(name.id, expectedSize: nil)
      let pieces = [1, 0, 70_000, 3].map { [UInt8](repeating: UInt8($0 % 251), count: $0) }
      for piece in pieces { try writer.write(all: piece) }
      try await container.publishAll([writer.finish(as: name)])
      let content = try await container.content(of: name)
      try expect(content == Array(pieces.joined()), "the copy has \(content.count) other bytes")
    },
    Check("a staged copy has no name until it is published") { make in
      let container = try make()
      let name = newName()
      let receipt = try container.staged([1], as: name)
      try expect(try await container.names().isEmpty, "there is a name")
      try await expect(.notFound, of: "open") { _ = try await container.open(name) }
      container.discard([receipt])
    },
    Check("an abandoned copy takes no more bytes") { make in
      let writer = try make().stage(newName().id, expectedSize: nil)
      try writer.write(all: [1, 2, 3])
      writer.abandon()
      writer.abandon()
      try await expect(nil, of: "write") { try writer.write(all: [4]) }
    },
    Check("an abandoned copy cannot be finished, and its name can be staged again") { make in
      let container = try make()
      let name = newName()
      let writer = try container.stage(name.id, expectedSize: nil)
      writer.abandon()
      try await expect(nil, of: "finish") { _ = try writer.finish(as: name) }
      try await container.publishAll([container.staged([7], as: name)])
      try expect(try await container.content(of: name) == [7], "another content")
    },
    Check("abandoning a finished copy does nothing") { make in
      let container = try make()
      let name = newName()
      let writer = try container.stage(name.id, expectedSize: nil)
      try writer.write(all: [5])
      let receipt = try writer.finish(as: name)
      writer.abandon()
      try await container.publishAll([receipt])
      try expect(try await container.content(of: name) == [5], "another content")
    },
    Check("a finished writer does nothing any more") { make in
      let container = try make()
      let name = newName()
      let writer = try container.stage(name.id, expectedSize: nil)
      _ = try writer.finish(as: name)
      try await expect(.closed, of: "write") { try writer.write(all: [1]) }
      try await expect(.closed, of: "finish") { _ = try writer.finish(as: name) }
    },
    Check("a copy is finished only under its own identifier") { make in
      let writer = try make().stage(newName().id, expectedSize: nil)
      try await expect(.invalidArgument, of: "finish") { _ = try writer.finish(as: newName()) }
    },
    Check("the expected size is not a limit") { make in
      let container = try make()
      for expected in [ByteCount.zero, .bytes(2), .mebibytes(16)] {
        let name = newName()
        let writer = try container.stage(name.id, expectedSize: expected)
        try writer.write(all: [1, 2, 3, 4])
        try await container.publishAll([writer.finish(as: name)])
        try expect(try await container.content(of: name) == [1, 2, 3, 4], "another content")
      }
    },
  ]
}
