/// The seam to what the library keeps besides the rows of its copies: links, and the records of imports.
///
/// Each call is one transaction, also with several processes on one catalog. What is lost of it in a power
/// cut is a link or a record of the last moments; copies do not depend on it.
///
/// - Throws: ``IntakeError`` with `containerBusy`, `catalogFailed`, `catalogDamaged`, `diskFull`,
///   `containerReadOnly`, `containerUnavailable` or `closed` where the catalog itself fails.
public protocol DocumentCatalog: Sendable {
  // MARK: Links

  /// Adds a link, which is on the disk when this returns.
  ///
  /// - Throws: `invalidArgument` where there is one with its identifier.
  func addLink(_ link: LinkedDocument) async throws

  /// The link with this identifier; `nil` where there is none.
  ///
  /// - Throws: ``IntakeError`` where the catalog itself fails.
  func link(_ id: LinkID) async throws -> LinkedDocument?

  /// Links in the order of their identifiers.
  ///
  /// - Parameter after: Starts behind this one.
  /// - Throws: ``IntakeError`` where the catalog itself fails.
  func links(after: LinkID?, limit: Int) async throws -> [LinkedDocument]

  /// Keeps the bookmark, the state and what belongs to it of a link that is there.
  ///
  /// - Returns: Whether it is there.
  /// - Throws: ``IntakeError`` where the catalog itself fails.
  @discardableResult
  func updateLink(_ link: LinkedDocument) async throws -> Bool

  /// Removes a link.
  ///
  /// - Returns: Whether it was there.
  /// - Throws: ``IntakeError`` where the catalog itself fails.
  @discardableResult
  func removeLink(_ id: LinkID) async throws -> Bool

  // MARK: Imports

  /// Adds the record of an import that begins. The newest 10,000 are kept at least, and a tenth more at most.
  ///
  /// - Parameter owner: The open store that does it.
  /// - Throws: ``IntakeError`` where the catalog itself fails.
  func beginImport(_ record: ImportRecord, owner: OwnerID) async throws

  /// Replaces the record of an import by how it ended. A record that is not there any more is passed over.
  ///
  /// - Throws: ``IntakeError`` where the catalog itself fails.
  func endImport(_ record: ImportRecord) async throws

  /// The newest records, newest first.
  ///
  /// - Throws: ``IntakeError`` where the catalog itself fails.
  func imports(limit: Int) async throws -> [ImportRecord]

  /// The owners of imports that are running.
  ///
  /// - Throws: ``IntakeError`` where the catalog itself fails.
  func importOwners() async throws -> Set<OwnerID>

  /// Says of the running imports of `owners` that they were interrupted.
  ///
  /// - Returns: How many.
  /// - Throws: ``IntakeError`` where the catalog itself fails.
  func interruptImports(of owners: Set<OwnerID>) async throws -> Int
}
