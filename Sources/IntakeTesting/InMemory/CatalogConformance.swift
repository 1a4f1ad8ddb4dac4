public import IntakeModel

/// What every catalog must do, wherever it keeps its rows.
///
/// A test of an implementation runs each of ``checks``, each on a new, empty catalog.
public enum CatalogConformance {
  /// One thing that every catalog must do.
  public struct Check: Sendable, CustomStringConvertible {
    /// What must be so, as a sentence.
    public let name: String
    private let body: @Sendable (_ catalog: any AttachmentCatalog) async throws -> Void

    init(
      _ name: String,
      _ body: @escaping @Sendable (_ catalog: any AttachmentCatalog) async throws -> Void
    ) {
      self.name = name
      self.body = body
    }

    /// Runs the check on a new catalog, and closes it, whatever comes of it.
    ///
    /// - Parameter make: Opens a new, empty catalog.
    /// - Throws: ``ConformanceFailure`` where it is not so; what `make` or the catalog throws.
    public func run(_ make: () async throws -> any AttachmentCatalog) async throws {
      let catalog = try await make()
      do {
        try await body(catalog)
        try await catalog.verifyUnlessClosed()
      } catch {
        await catalog.close()
        throw error
      }
      await catalog.close()
    }

    public var description: String { name }
  }

  /// All checks.
  public static let checks: [Check] =
    intakeChecks + listingChecks + takingChecks + removalChecks + retentionChecks + recoveryChecks
    + importingChecks
}

extension AttachmentCatalog {
  fileprivate func verifyUnlessClosed() async throws {
    do {
      try await verify()
    } catch let error as IntakeError where error.code == .closed {}
  }
}
