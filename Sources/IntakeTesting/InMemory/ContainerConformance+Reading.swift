import IntakeModel

extension ContainerConformance {
  static let readingChecks = [
    Check("an empty copy has an end and no bytes") { make in
      let container = try make()
      let reader = try await container.open(container.published([]))
      try expect(reader.size == .zero, "the size is \(reader.size)")
      try expect(try await reader.next(atMost: 10) == nil, "there are bytes")
    },
    Check("chunks are no larger than asked for, and complete") { make in
      let container = try make()
      let bytes = (0..<2500).map { UInt8(truncatingIfNeeded: $0) }
      let reader = try await container.open(container.published(bytes))
      try expect(reader.size == .bytes(2500), "the size is \(reader.size)")
      var found: [UInt8] = []
      while let chunk = try await reader.next(atMost: 999) {
        try expect((1...999).contains(chunk.count), "a chunk has \(chunk.count) bytes")
        found += chunk
      }
      try expect(found == bytes, "the bytes are others")
      try expect(try await reader.next(atMost: 999) == nil, "there is something behind the end")
    },
    Check("a closed reader reads no more") { make in
      let container = try make()
      let reader = try await container.open(container.published([1, 2, 3]))
      reader.close()
      reader.close()
      try await expect(.closed, of: "next") { _ = try await reader.next(atMost: 1) }
    },
    Check("a name that is not there is not found") { make in
      let container = try make()
      try await expect(.notFound, of: "open") { _ = try await container.open(newName()) }
    },
    Check("a name with another extension is not found") { make in
      let container = try make()
      let name = try await container.published([1])
      for other in ["jpg", nil] {
        try await expect(.notFound, of: "open") {
          _ = try await container.open(StoredName(id: name.id, filenameExtension: other))
        }
      }
    },
    Check("a removed copy is not found, and removing passes over what is not there") { make in
      let container = try make()
      let name = try await container.published([1])
      let other = try await container.published([2])
      try await container.remove([newName(), name, name], durable: true)
      try await container.remove([name], durable: false)
      try await expect(.notFound, of: "open") { _ = try await container.open(name) }
      try expect(try await container.names() == [other], "other names are there")
    },
    Check("a copy that is open reads to its end though it is removed") { make in
      let container = try make()
      let name = try await container.published([1, 2, 3])
      let reader = try await container.open(name)
      try await container.remove([name], durable: false)
      try expect(try await reader.rest(chunk: 2) == [1, 2, 3], "another content")
    },
    Check("pages hold each name once") { make in
      let container = try make()
      var names: Set<StoredName> = []
      for index in 0..<25 { names.insert(try await container.published([UInt8(index)])) }
      for limit in [1, 7, 25, 100] {
        var found: [StoredName] = []
        try await container.forEachPage(limit: limit) { page in
          try expect((1...limit).contains(page.count), "a page has \(page.count) names")
          found += page
        }
        try expect(found.count == 25 && Set(found) == names, "the names are others")
      }
    },
    Check("an error of the caller ends the pages") { make in
      let container = try make()
      for byte in [UInt8(1), 2, 3] { try await container.published([byte]) }
      var pages = 0
      try await expect(nil, of: "forEachPage") {
        try await container.forEachPage(limit: 1) { _ in
          pages += 1
          throw CancellationError()
        }
      }
      try expect(pages == 1, "there were \(pages) pages")
    },
  ]
}
