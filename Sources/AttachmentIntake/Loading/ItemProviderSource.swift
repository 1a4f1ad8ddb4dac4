/// Makes a callback-based item provider a source of one attachment.
public struct ItemProviderSource: AttachmentSource {
  private let provider: any ItemProvider

  /// Makes a source of what `provider` offers.
  public init(_ provider: any ItemProvider) { self.provider = provider }

  public func representations() async throws -> [Representation] { provider.representations }

  public func load(
    _ representation: Representation, into receiver: any LoadReceiver
  ) async throws {
    let type = representation.type
    switch representation.delivery {
    case .file:
      try await CallbackLoad.run { callback in
        provider.loadFile(type) { path, error in
          callback.deliver(error: error) { try path.map { try receiver.receiveFile(at: $0) } }
        }
      }
    case .inPlaceFile:
      try await CallbackLoad.run { callback in
        provider.loadInPlaceFile(type) { path, error in
          callback.deliver(error: error) { try path.map { try receiver.receiveFile(at: $0) } }
        }
      }
    case .data:
      try await CallbackLoad.run { callback in
        provider.loadData(type) { bytes, error in
          callback.deliver(error: error) { try bytes.map { try receiver.receiveBytes($0) } }
        }
      }
    case .stream:
      throw IntakeError(
        .loadFailed, at: .loading, "an item provider cannot deliver \(type) as a stream")
    }
  }
}

extension Attachment {
  /// An attachment that a callback-based item provider offers.
  public init(_ provider: any ItemProvider) {
    self.init(ItemProviderSource(provider), name: provider.suggestedName)
  }
}
