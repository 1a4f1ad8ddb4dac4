#if canImport(Darwin) || APPLE_STAND_INS
import AttachmentIntake
import Foundation

/// An item provider of the system as a source: what is shared, dropped or pasted.
///
/// Its callbacks come on a queue of the system, and the file of a file representation is removed when the
/// callback returns; the pipeline copies it before. Cancelling a load cancels its `Progress`.
// The system calls providers on whatever queue, and their documentation promises callbacks on one of its own; none
// of the properties read here changes once a provider is handed over.
public struct AppleItemProvider: ItemProvider, @unchecked Sendable {
  private let provider: NSItemProvider
  public let representations: [Representation]

  /// - Parameters:
  ///   - provider: The provider, with all its types registered.
  ///   - opensInPlace: Whether the original is read where it can be, rather than a copy that the system makes
  ///     first. Off by default: a copy does not change, and is there when the original goes.
  ///   - registry: What tells which of the types are links.
  public init(
    _ provider: NSItemProvider, opensInPlace: Bool = false, registry: TypeRegistry = .standard
  ) {
    self.provider = provider
    representations = Representation.registered(
      provider.registeredTypeIdentifiers,
      inPlace: opensInPlace
        ? provider.registeredTypeIdentifiers(fileOptions: .openInPlace) : [],
      in: registry)
  }

  public var suggestedName: String? { provider.suggestedName }

  public func loadFile(
    _ type: TypeIdentifier,
    completion: @escaping @Sendable (_ path: String?, _ error: (any Error)?) -> Void
  ) -> any LoadCancellation {
    ProgressCancellation(
      provider.loadFileRepresentation(forTypeIdentifier: type.rawValue) { url, error in
        completion(url?.path, error?.reported)
      })
  }

  /// Reads the original in a coordinated reading; where the system has made a copy instead, reads that.
  public func loadInPlaceFile(
    _ type: TypeIdentifier,
    completion: @escaping @Sendable (_ path: String?, _ error: (any Error)?) -> Void
  ) -> any LoadCancellation {
    let reading = CoordinatedReading()
    let progress = provider.loadInPlaceFileRepresentation(forTypeIdentifier: type.rawValue) {
      url, isInPlace, error in
      guard let url, isInPlace else { return completion(url?.path, error?.reported) }
      let isHeld = url.startAccessingSecurityScopedResource()
      defer { if isHeld { url.stopAccessingSecurityScopedResource() } }
      do {
        var isDelivered = false
        try reading.read(url) { url in
          isDelivered = true
          completion(url.path, nil)
        }
        if !isDelivered { completion(nil, nil) }
      } catch {
        completion(nil, error)
      }
    }
    return ProgressCancellation(progress, reading)
  }

  public func loadData(
    _ type: TypeIdentifier,
    completion:
      @escaping @Sendable (_ bytes: UnsafeRawBufferPointer?, _ error: (any Error)?) -> Void
  ) -> any LoadCancellation {
    ProgressCancellation(
      provider.loadDataRepresentation(forTypeIdentifier: type.rawValue) { data, error in
        guard let data else { return completion(nil, error?.reported) }
        data.withUnsafeBytes { completion($0, nil) }
      })
  }
}

extension Attachment {
  /// What an item provider of the system offers; see ``AppleItemProvider``.
  public init(
    _ provider: NSItemProvider, opensInPlace: Bool = false, registry: TypeRegistry = .standard
  ) {
    self.init(AppleItemProvider(provider, opensInPlace: opensInPlace, registry: registry))
  }
}
#endif
