public import IntakeModel
public import UniformTypes

/// A source without callbacks, whose loads a test holds and writes.
///
///     let source = ScriptedSource("public.jpeg", .jpeg(bytes: 4096), gate: gate)
///     let attachment = Attachment(source, name: "IMG_1.JPG")
public final class ScriptedSource: AttachmentSource {
  /// Delivers a representation to a receiver, or throws why it does not.
  public typealias Load =
    @Sendable (_ representation: Representation, _ receiver: any LoadReceiver) async throws -> Void

  /// Calls of ``representations()``.
  public let askings = Tally()
  /// Loads that were begun.
  public let loads = Tally()
  /// Loads that have ended in whatever way.
  public let endedLoads = Tally()
  /// Loads that ended because the task was cancelled.
  public let cancelledLoads = Tally()

  private let offered: Result<[Representation], any Error>
  private let gate: Gate?
  private let body: Load

  /// A source that offers `representations` and loads each by `load`, once the gate is open.
  public init(
    _ representations: [Representation], gate: Gate? = nil, load: @escaping Load = { _, _ in }
  ) {
    offered = .success(representations)
    self.gate = gate
    body = load
  }

  /// A source that cannot even say what it offers.
  public init(failing error: any Error) {
    offered = .failure(error)
    gate = nil
    body = { _, _ in }
  }

  /// A source of one representation, delivered as `delivery` says, once the gate is open.
  public convenience init(
    _ type: TypeIdentifier, _ content: SampleContent, delivery: Representation.Delivery = .stream,
    declaredSize: ByteCount? = nil, gate: Gate? = nil
  ) {
    let representation = Representation(type, delivery: delivery, size: declaredSize)
    self.init([representation], gate: gate) { representation, receiver in
      switch representation.delivery {
      case .data: try content.bytes.withUnsafeBytes { try receiver.receiveBytes($0) }
      case .stream: try await receiver.receiveChunks(ChunkSource(content))
      case .file, .inPlaceFile:
        try withTemporaryFolder { folder in
          try receiver.receiveFile(at: folder.write(content, to: "file"))
        }
      }
    }
  }

  public func representations() async throws -> [Representation] {
    askings.add()
    return try offered.get()
  }

  public func load(
    _ representation: Representation, into receiver: any LoadReceiver
  ) async throws {
    loads.add()
    defer { endedLoads.add() }
    do {
      try await gate?.wait()
      try await body(representation, receiver)
    } catch let error as CancellationError {
      cancelledLoads.add()
      throw error
    }
  }
}
