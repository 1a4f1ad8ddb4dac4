public import UniformTypes

/// Tells whether content opens.
///
/// Content may be hostile: a validator must not crash its caller, hold it longer than the limits say, or take
/// more memory than it was given.
public protocol DocumentValidator: Sendable {
  /// Looks at `content`, and does not change it.
  ///
  /// - Parameters:
  ///   - type: What it is said to be: its type by its first bytes, or the declared one where they tell nothing.
  /// - Returns: The verdict. What could not be validated, for whatever reason, is
  ///   ``ContentVerdict/notValidated(_:)``.
  /// - Throws: `CancellationError` once the task is cancelled.
  func validate(
    _ content: any LocalContent, as type: TypeIdentifier, limits: ValidationLimits
  ) async throws(CancellationError) -> ContentVerdict
}

/// The bytes of a file that is at hand, whether it has a name or not.
public protocol LocalContent: Sendable {
  /// The number of bytes in the file.
  var size: ByteCount { get }

  /// Calls `body` with a descriptor of the file, which is open for reading and not for writing, and valid until
  /// `body` returns.
  ///
  /// May block; call it on no thread of the shared pool.
  ///
  /// - Throws: ``IntakeError`` where the file cannot be opened, and what `body` throws.
  func withDescriptor<Result>(_ body: (Int32) throws -> Result) throws -> Result
}
