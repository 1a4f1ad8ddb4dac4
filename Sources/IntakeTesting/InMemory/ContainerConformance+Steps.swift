import IntakeModel

// The steps that checks are made of.

extension ContainerStore {
  func staged(_ bytes: [UInt8], as name: StoredName) throws -> StagingReceipt {
    let writer = try stage(name.id, expectedSize: .bytes(bytes.count))
    try writer.write(all: bytes)
    return try writer.finish(as: name)
  }

  @discardableResult
  func published(_ bytes: [UInt8], durable: Bool = false) async throws -> StoredName {
    let name = ContainerConformance.newName()
    try await publishAll([staged(bytes, as: name)], durable: durable)
    return name
  }

  func publishAll(_ receipts: [StagingReceipt], durable: Bool = false) async throws {
    let failures = await publish(receipts, durable: durable)
    if let error = failures.values.first { throw error }
  }

  func content(of name: StoredName) async throws -> [UInt8] {
    let reader = try await open(name)
    defer { reader.close() }
    return try await reader.rest(chunk: 1000)
  }

  func names() async throws -> [StoredName] {
    var names: [StoredName] = []
    try await forEachPage(limit: 100) { names += $0 }
    return names
  }
}

extension StagingWriter {
  func write(all bytes: [UInt8]) throws { try bytes.withUnsafeBytes { try write($0) } }
}

extension ContentReader {
  func rest(chunk: Int) async throws -> [UInt8] {
    var bytes: [UInt8] = []
    while let next = try await self.next(atMost: chunk) { bytes += next }
    return bytes
  }
}

extension ContainerConformance {
  static func newName(_ filenameExtension: String? = "bin") -> StoredName {
    StoredName(id: AttachmentID(milliseconds: 0), filenameExtension: filenameExtension)
  }

  static func expect(_ condition: Bool, _ message: @autoclosure () -> String) throws {
    if !condition { throw ConformanceFailure(message()) }
  }

  /// Fails unless `body` throws an ``IntakeError`` with `code`, or any error where that is `nil`.
  static func expect(
    _ code: IntakeError.Code?, of call: String, _ body: () async throws -> Void
  ) async throws {
    do {
      try await body()
    } catch {
      let found = (error as? IntakeError)?.code
      try expect(
        code == nil || found == code,
        "\(call) threw \(error) where \(code?.name ?? "any error") was expected")
      return
    }
    throw ConformanceFailure("\(call) threw nothing where \(code?.name ?? "an error") was expected")
  }
}
