import ContainerStorage
import Glibc
import IntakeModel

extension AttachmentID {
  /// A new identifier.
  static func new() -> AttachmentID { AttachmentID(milliseconds: Int64(time(nil)) * 1000) }
}

extension ContainerStore {
  /// Stages `bytes` as a copy that is complete.
  func stageCopy(of bytes: [UInt8], as name: StoredName) throws -> StagingReceipt {
    let writer = try stage(name.id, expectedSize: nil)
    try bytes.withUnsafeBytes { try writer.write($0) }
    return try writer.finish(as: name)
  }

  /// Stages and publishes `bytes`, and returns the name.
  @discardableResult
  func publishCopy(of bytes: [UInt8], durable: Bool = false) async throws -> StoredName {
    let name = StoredName(id: .new(), filenameExtension: "bin")
    let receipt = try stageCopy(of: bytes, as: name)
    if let error = await publish([receipt], durable: durable)[receipt] { throw error }
    return name
  }

  /// All bytes of a published copy.
  func content(of name: StoredName) async throws -> [UInt8] {
    let reader = try await open(name)
    var bytes: [UInt8] = []
    while let chunk = try await reader.next(atMost: 65536) { bytes += chunk }
    return bytes
  }

  /// The names of all published copies.
  func allNames() async throws -> Set<StoredName> {
    var names: Set<StoredName> = []
    try await forEachPage(limit: 3) { names.formUnion($0) }
    return names
  }
}

/// The code of the error that `body` throws; `nil` if it throws none, or one of another kind.
func code(of body: () throws -> Void) -> IntakeError.Code? {
  do {
    try body()
    return nil
  } catch {
    return (error as? IntakeError)?.code
  }
}

/// The code of the error that asynchronous `body` throws, as ``code(of:)``.
func codeOfAsync(_ body: () async throws -> Void) async -> IntakeError.Code? {
  do {
    try await body()
    return nil
  } catch {
    return (error as? IntakeError)?.code
  }
}
