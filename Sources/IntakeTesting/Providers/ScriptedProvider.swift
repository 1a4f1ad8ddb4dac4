public import AttachmentIntake
public import IntakeModel
public import UniformTypes

/// A provider whose callbacks a test controls: what they deliver, when, on which thread, and how often.
///
///     let provider = ScriptedProvider(name: "IMG_1.HEIC", [
///       .init("public.heic", .error(Unreachable())),
///       .init("public.jpeg", .file(.jpeg(bytes: 4096)), when: .afterGate(gate)).then(.nothing),
///     ])
///
/// Files are real, and keep the lifetime rules of `NSItemProvider`: a temporary file is removed as soon as the
/// callback returns; the path of an original leads nowhere any more from then on. Both are gone with the
/// provider at the latest.
public final class ScriptedProvider: ItemProvider {
  public let representations: [Representation]
  public let suggestedName: String?
  /// Calls of a load function.
  public let loads = Tally()
  /// Callbacks that have returned, and whose files are gone.
  public let callbacks = Tally()
  /// Loads that were cancelled, each counted once.
  public let cancellations = Tally()

  private let offers: [Offer]
  private let files: DeliveredFiles
  private let log = EventLog()

  /// A provider that offers `offers` in this order.
  ///
  /// - Parameters:
  ///   - name: The name that it suggests.
  ///   - base: The folder for the files that it delivers; `TMPDIR` by default.
  ///   - offers: One for each type. Of two for one type only the first is ever loaded.
  public init(name: String? = nil, base: String? = nil, _ offers: [Offer]) {
    self.offers = offers
    suggestedName = name
    representations = offers.map {
      Representation($0.type, delivery: $0.delivery, size: $0.declaredSize)
    }
    files = DeliveredFiles(name: name, base: base)
  }

  /// What has happened so far, in order.
  public var events: [Event] { log.events }

  /// How many files and folders that were delivered still exist: zero unless a callback is running.
  public var remainingFiles: Int { files.remaining }

  public func loadFile(
    _ type: TypeIdentifier,
    completion: @escaping @Sendable (_ path: String?, _ error: (any Error)?) -> Void
  ) -> any LoadCancellation {
    load(type, as: .file) { [files] content in
      files.deliver(content, original: false, to: completion)
    }
  }

  public func loadInPlaceFile(
    _ type: TypeIdentifier,
    completion: @escaping @Sendable (_ path: String?, _ error: (any Error)?) -> Void
  ) -> any LoadCancellation {
    load(type, as: .inPlaceFile) { [files, log] content in
      let isIntact = files.deliver(content, original: true, to: completion)
      if !isIntact { log.add(.originalChanged(type)) }
    }
  }

  public func loadData(
    _ type: TypeIdentifier,
    completion:
      @escaping @Sendable (_ bytes: UnsafeRawBufferPointer?, _ error: (any Error)?) -> Void
  ) -> any LoadCancellation {
    load(type, as: .data) { content in content.deliverBytes(to: completion) }
  }

  private func load(
    _ type: TypeIdentifier, as delivery: Representation.Delivery,
    deliver: @escaping @Sendable (Content) -> Void
  ) -> any LoadCancellation {
    log.add(.loadStarted(type, delivery))
    loads.add()
    let offer =
      offers.first { $0.type == type }
      ?? Offer(type, .error(NotOffered(type: type)), when: .atOnce)
    let load = ScriptedLoad(
      offer.steps,
      deliver: { [log, callbacks] content in
        log.add(.callbackStarted(type))
        deliver(content)
        log.add(.callbackReturned(type))
        callbacks.add()
      },
      onCancel: { [log, cancellations] in
        log.add(.cancelled(type))
        cancellations.add()
      })
    load.start()
    return load
  }

  /// The type that was asked for is not among those that the provider offers.
  public struct NotOffered: Error, Hashable {
    /// The type that was asked for.
    public let type: TypeIdentifier
  }

  /// Something that happened between a provider and who uses it.
  public enum Event: Hashable, Sendable {
    /// A load of this type was asked for, in this way.
    case loadStarted(TypeIdentifier, Representation.Delivery)
    /// The callback of a load of this type is about to be called.
    case callbackStarted(TypeIdentifier)
    /// The callback has returned, and its file is gone.
    case callbackReturned(TypeIdentifier)
    /// A load of this type was cancelled by who asked for it.
    case cancelled(TypeIdentifier)
    /// Who was given access to an original changed or removed it.
    case originalChanged(TypeIdentifier)
  }
}
