extension DocumentLibrary {
  /// Links a document: it stays where it is, and the library keeps what finds it again.
  ///
  /// - Throws: ``IntakeError``, such as `sourceMissing` or `notDownloaded`; then there is no entry.
  @discardableResult
  public func link(_ document: PickedDocument) async throws -> LinkedDocument {
    let access = document.access
    let found = ReadResult<DocumentBookmark>()
    try await Self.reporting {
      // In a coordinated reading, since the original must be there and readable to be linked.
      try await readInTime(access) { path in
        found.set(try access.makeBookmark())
      }
    }
    let bookmark = try found.get()
    let now = container.now()
    let types = document.types(in: configuration.intake.registry)
    let link = LinkedDocument(
      id: LinkID(milliseconds: now), bookmark: bookmark, displayName: document.name,
      type: types.first ?? "public.data", linkedAt: now, resolvedAt: now)
    try await catalog.addLink(link)
    return try await self.link(link.id)
  }

  /// The links, in the order of time, page by page.
  ///
  /// - Throws: ``IntakeError`` where the catalog itself fails.
  public func links(
    after: LinkedDocument? = nil, limit: Int = 1000
  ) async throws -> [LinkedDocument] {
    try await catalog.links(after: after?.id, limit: limit)
  }

  /// One link.
  ///
  /// - Throws: `notFound` where there is none.
  public func link(_ id: LinkID) async throws -> LinkedDocument {
    guard let link = try await catalog.link(id) else {
      throw Self.notFound("link", id.description)
    }
    return link
  }

  /// Removes a link. The original stays as it is.
  ///
  /// - Throws: `notFound` where there is none.
  public func remove(_ id: LinkID) async throws {
    guard try await catalog.removeLink(id) else { throw Self.notFound("link", id.description) }
  }

  /// Finds the original of a link, and calls `body` with its path, in a coordinated reading on a thread of
  /// ours, while access is held.
  ///
  /// What is found out about the link is kept: a stale bookmark is renewed, a link that leads nowhere is
  /// ``LinkedDocument/State/broken`` until it leads somewhere again, and one that cannot be followed now says
  /// why. Cancelling ends it at once, unless `body` is running; and others are waited for no longer than a load
  /// waits.
  ///
  /// - Throws: `notFound` where there is no such link; `linkBroken`, `sourceMissing` or `sourceDenied` where
  ///   the original cannot be reached; `sourceIsLink`, `sourceIsDirectory` or `sourceNotRegular` where
  ///   something else is in its place; `notDownloaded` where it has to be downloaded first; `loadTimedOut`;
  ///   what `body` throws.
  public func readOriginal<Value: Sendable>(
    of id: LinkID, _ body: @escaping @Sendable (LocalPath) throws -> Value
  ) async throws -> Value {
    let link = try await self.link(id)
    let result: Result<Value, any Error>
    do {
      result = try await Self.reporting {
        let resolver = configuration.resolver
        let resolved = try await OwnThread.run(
          waitingAtMost: configuration.intake.loadTimeout, clock: configuration.intake.clock
        ) { try resolver.resolve(link.bookmark) }
        return try await read(link, resolved, body)
      }
    } catch let error as IntakeError {
      var failed = link
      failed.failure = error.code
      if Self.meansBroken(error.code) { failed.state = .broken }
      _ = try? await catalog.updateLink(failed)
      throw error
    }
    return try result.get()
  }

  /// Follows a link, to find out what it leads to, and reads nothing of it.
  ///
  /// - Returns: The link as it is now.
  /// - Throws: `notFound`, or what the catalog throws; not for a link that cannot be followed, which says why
  ///   in ``LinkedDocument/failure``.
  public func follow(_ id: LinkID) async throws -> LinkedDocument {
    do {
      try await readOriginal(of: id) { _ in }
    } catch let error as IntakeError where error.code != .notFound {
      // The link says so.
    }
    return try await link(id)
  }

  private func read<Value: Sendable>(
    _ link: LinkedDocument, _ resolved: ResolvedBookmark,
    _ body: @escaping @Sendable (LocalPath) throws -> Value
  ) async throws -> Result<Value, any Error> {
    let access = resolved.access
    let isStale = resolved.isStale
    let result = ReadResult<Result<Value, any Error>>()
    let renewed = ReadResult<DocumentBookmark>()
    try await readInTime(access) { path in
      // While access is held, since a bookmark is only made of what may be read.
      if isStale, let bookmark = try? access.makeBookmark() { renewed.set(bookmark) }
      // What the body throws says nothing about the link.
      result.set(Result { try body(path) })
    }
    var link = link
    link.resolvedAt = container.now()
    link.failure = nil
    link.state = .valid
    if isStale {
      if let bookmark = try? renewed.get() {
        link.bookmark = bookmark
      } else {
        link.state = .stale
      }
    }
    _ = try? await catalog.updateLink(link)
    return try result.get()
  }

  /// Waits for others no longer than a load does.
  private func readInTime(
    _ access: any DocumentAccess, _ body: @escaping @Sendable (LocalPath) throws -> Void
  ) async throws {
    try await AccessSection.read(
      access, waitingAtMost: configuration.intake.loadTimeout, clock: configuration.intake.clock,
      body)
  }

  private static func meansBroken(_ code: IntakeError.Code) -> Bool {
    [
      .linkBroken, .sourceMissing, .sourceDenied, .sourceIsLink, .sourceIsDirectory,
      .sourceNotRegular,
    ].contains(code)
  }

  /// Errors of the system as the one error of this package.
  private static func reporting<Value>(_ body: () async throws -> Value) async throws -> Value {
    do {
      return try await body()
    } catch let error as IntakeError {
      throw error
    } catch {
      if error is CancellationError { try Task.checkCancellation() }
      throw IntakeError(loading: error)
    }
  }
}
