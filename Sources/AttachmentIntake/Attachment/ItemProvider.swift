/// A source that delivers through callbacks, with the lifetime rules of Apple's `NSItemProvider`.
///
/// The pipeline expects nothing that such providers do not keep: a callback may come on any thread, before
/// the load function has returned, twice, late, with neither a value nor an error, or never.
public protocol ItemProvider: Sendable {
  /// What is offered, in the provider's order of fidelity.
  var representations: [Representation] { get }

  /// The name that the provider suggests: display data.
  var suggestedName: String? { get }

  /// Loads a temporary file, which may be removed as soon as `completion` returns.
  ///
  /// - Returns: What cancels the load.
  func loadFile(
    _ type: TypeIdentifier,
    completion: @escaping @Sendable (_ path: String?, _ error: (any Error)?) -> Void
  ) -> any LoadCancellation

  /// Gives access to the original file until `completion` returns.
  func loadInPlaceFile(
    _ type: TypeIdentifier,
    completion: @escaping @Sendable (_ path: String?, _ error: (any Error)?) -> Void
  ) -> any LoadCancellation

  /// Loads all bytes into memory; they are valid until `completion` returns.
  func loadData(
    _ type: TypeIdentifier,
    completion:
      @escaping @Sendable (_ bytes: UnsafeRawBufferPointer?, _ error: (any Error)?) -> Void
  ) -> any LoadCancellation
}

/// A load that can be called off, as `Progress.cancel()` does.
public protocol LoadCancellation: Sendable {
  /// Asks the provider to stop. It may still call back, or never.
  func cancel()
}
