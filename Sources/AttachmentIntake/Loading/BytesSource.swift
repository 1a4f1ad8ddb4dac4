/// Bytes that the caller holds in memory.
public struct BytesSource: AttachmentSource {
  private let bytes: [UInt8]
  private let type: TypeIdentifier

  /// Makes a source of one representation: `bytes`, declared as `type`.
  public init(_ bytes: [UInt8], type: TypeIdentifier) {
    self.bytes = bytes
    self.type = type
  }

  public func representations() async throws -> [Representation] {
    [Representation(type, delivery: .data, size: .bytes(bytes.count))]
  }

  public func load(
    _ representation: Representation, into receiver: any LoadReceiver
  ) async throws {
    try bytes.withUnsafeBytes { try receiver.receiveBytes($0) }
  }
}

extension Attachment {
  /// Bytes in memory, which count in the memory budget while they are copied.
  public init(bytes: [UInt8], type: TypeIdentifier, name: String? = nil) {
    self.init(BytesSource(bytes, type: type), name: name)
  }
}
