public import IntakeModel

/// What every container must do, whatever lies under it.
///
/// A test of an implementation runs each of ``checks``, each on an empty container of its own.
public enum ContainerConformance {
  /// One thing that every container must do.
  public struct Check: Sendable, CustomStringConvertible {
    /// What must be so, as a sentence.
    public let name: String
    private let body: @Sendable (_ make: () throws -> any ContainerStore) async throws -> Void

    init(
      _ name: String,
      _ body: @escaping @Sendable (_ make: () throws -> any ContainerStore) async throws -> Void
    ) {
      self.name = name
      self.body = body
    }

    /// Runs the check on one container, with as many stores as it needs.
    ///
    /// - Parameter make: Opens a store. All stores of one run share one container, empty at first.
    /// - Throws: ``ConformanceFailure`` where it is not so; what `make` or a store throws.
    public func run(_ make: () throws -> any ContainerStore) async throws {
      try await body(make)
    }

    public var description: String { name }
  }

  /// All checks.
  public static let checks: [Check] =
    stagingChecks + stagedReadingChecks + publishingChecks + readingChecks + missingChecks
    + ownershipChecks + closingChecks
}

/// What an implementation does otherwise than it must.
public struct ConformanceFailure: Error, CustomStringConvertible {
  /// What was expected, and what was found.
  public let message: String

  public var description: String { message }

  init(_ message: String) { self.message = message }
}
