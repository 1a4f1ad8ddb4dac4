/// Documents that last: each is whole in the container, or not there at all.
///
/// A library lies in a shared container, and imports go the way of every attachment: the same limits, the same
/// stages and the same commit (P8). What differs is that nobody takes a document, and no rule removes it.
///
/// What the library owns is an ``ImportedDocument``. What stays where it is and is only found again by a
/// bookmark is a ``LinkedDocument``, with states and errors of its own.
public struct DocumentLibrary: Sendable {
  package let container: SharedContainer
  package let pipeline: IntakePipeline
  let catalog: any DocumentCatalog
  let configuration: Configuration

  /// What was found and done when the library was opened, besides ``SharedContainer/recovery``.
  public let recovery: LibraryRecoveryReport

  /// How old a file without an entry, or without a row in an inbox, has to be before it is removed: a day, so
  /// that what a mistake has cost its entry can still be rescued.
  public static let gracePeriod = Duration.seconds(24 * 3600)

  /// The library in `container`.
  ///
  /// Looks for entries whose file is not there, which takes time with their number, and removes none; see
  /// ``Configuration/checksEntries``.
  ///
  /// - Throws: ``IntakeError`` with code `invalidArgument` where a limit makes no sense, or the container has
  ///   no place for a library.
  public init(
    _ container: SharedContainer, configuration: Configuration = Configuration()
  ) async throws {
    guard let documents = container.documents else {
      throw IntakeError(
        .invalidArgument, at: .selection,
        "the container was opened without a catalog of documents, and so can hold no library")
    }
    self.container = container
    self.configuration = configuration
    catalog = documents
    pipeline = try IntakePipeline(into: container, configuration: configuration.intake)
    recovery = try await Self.recover(
      container, documents, checksEntries: configuration.checksEntries)
  }

  /// Opens the library in the folder at `path` for the time of `body`, and closes it on every way out.
  ///
  /// See ``SharedContainer/withContainer(at:create:_:)``.
  ///
  /// - Throws: As ``SharedContainer/open(at:create:)`` does; `invalidArgument` where a limit makes no sense; what
  ///   `body` throws.
  public static func withLibrary<Result>(
    at path: String, create: Bool = true, configuration: Configuration = Configuration(),
    _ body: (DocumentLibrary) async throws -> Result
  ) async throws -> Result {
    try await SharedContainer.withContainer(at: path, create: create) { container in
      try await body(try await DocumentLibrary(container, configuration: configuration))
    }
  }
}

extension DocumentLibrary {
  /// Every setting of a library, with its default and reason.
  public struct Configuration: Sendable {
    /// What is taken, under which limits, and what is validated.
    public var intake = IntakePipeline.Configuration()

    /// What the records of imports say about where it happened. Nothing by default.
    public var labels = Labels()

    /// What finds linked documents again: files on this machine by default.
    public var resolver: any BookmarkResolver = LocalBookmarkResolver()

    /// Whether opening looks for entries whose file is not there. On by default; a library of a hundred
    /// thousand documents takes about a second for it, and may do without and call
    /// ``DocumentLibrary/recover(forgettingMissing:)`` at a better time.
    public var checksEntries = true

    /// Makes a configuration that is all as by default.
    public init() {}
  }

  /// Where something happened, for records.
  public struct Labels: Sendable, Hashable {
    /// The system with its version, such as `iOS 26.1`.
    public var system: RecordLabel?
    /// The build of the app.
    public var build: RecordLabel?

    /// Makes labels; what is `nil` is left out of the records.
    public init(system: RecordLabel? = nil, build: RecordLabel? = nil) {
      self.system = system
      self.build = build
    }
  }
}
