internal import ContainerStorage

/// One copy under way: counted against every limit, held against the declared type, written, once.
///
/// Everything it holds goes back when it ends, unless it is finished.
struct Copy: ~Copyable {
  private let context: CopyContext
  private let id: AttachmentID
  private let declared: TypeIdentifier
  private let position: Int
  private let writer: any StagingWriter
  private let trace: LoadTrace?
  private var account: CopyAccount
  private var prefix: PrefixCheck

  /// Checks the declared size, where there is one, and starts an unnamed copy.
  init(
    of declared: TypeIdentifier, limit: ByteCount?, name: String?, position: Int,
    expecting size: ByteCount?, trace: LoadTrace? = nil, in context: CopyContext
  ) throws {
    let id = AttachmentID(milliseconds: context.now())
    var account = CopyAccount(
      fileLimit: min(limit ?? context.fileLimit, context.fileLimit), batch: context.batch,
      disk: context.disk)
    if let size { try account.declare(size) }
    let writer = try context.store.stage(id, expectedSize: size)
    account.setAside(writer.setAside)
    context.progress?.expect(size, of: position)
    // Nothing can fail from here on: a type that ends has to be whole before it can end.
    self.context = context
    self.id = id
    self.declared = declared
    self.position = position
    self.writer = writer
    self.trace = trace
    self.account = account
    prefix = PrefixCheck(check: context.check, declared: declared, name: name, trace: trace)
  }

  /// The bytes so far.
  var size: ByteCount { ByteCount(bytes: account.count) }

  /// Counts, checks and writes one chunk.
  mutating func append(_ chunk: UnsafeRawBufferPointer) throws {
    try account.append(chunk.count)
    try look(at: chunk)
    try writer.write(chunk)
    didAppend(chunk.count)
  }

  /// Counts, checks and writes the whole of a file.
  ///
  /// - Parameter check: Is asked before each chunk, and throws to stop.
  mutating func append(
    _ source: borrowing SourceFile, buffer: UnsafeMutableRawBufferPointer, check: () throws -> Void
  ) throws {
    // Each chunk is reported when the next one comes, by when it is written.
    var pending = 0
    _ = try writer.append(source, buffer: buffer) { chunk, _ in
      didAppend(pending)
      pending = 0
      try check()
      try account.append(chunk.count)
      try look(at: chunk)
      pending = chunk.count
    }
    didAppend(pending)
  }

  private func didAppend(_ count: Int) {
    guard count > 0 else { return }
    trace?.add(count)
    context.progress?.add(count, to: position)
  }

  private mutating func look(at chunk: UnsafeRawBufferPointer) throws {
    guard !prefix.isDecided else { return }
    try prefix.look(at: chunk)
    if let contentType = prefix.contentType { try limit(to: contentType) }
  }

  /// Content that is taken under another type than was declared has that type's limit.
  private mutating func limit(to contentType: TypeIdentifier) throws {
    guard contentType != declared, let limit = context.check.maximumSize(of: contentType) else {
      return
    }
    try account.lowerLimit(to: limit)
  }

  /// Ends the copy, which from now on waits for its commit.
  consuming func finish() throws -> StagedCopy {
    guard account.count > 0 else {
      throw IntakeError(
        .emptyContent, at: .validation,
        "it has no content; where it is kept in a cloud, download it first and try again")
    }
    let contentType = try prefix.finish()
    try limit(to: contentType)
    let receipt = try writer.finish(
      as: StoredName(id, of: contentType, declared: declared, in: context.check.registry))
    account.settle()
    return StagedCopy(receipt: receipt, declaredType: declared, contentType: contentType)
  }

  // A writer that has finished does nothing when it is abandoned.
  deinit { writer.abandon() }
}

extension StoredName {
  /// The name of a copy: its identifier, with the extension that its type prefers.
  init(
    _ id: AttachmentID, of contentType: TypeIdentifier, declared: TypeIdentifier,
    in registry: TypeRegistry
  ) {
    let filenameExtension =
      registry.preferredFilenameExtension(for: contentType)
      ?? registry.preferredFilenameExtension(for: registry.resolve(declared))
    self.init(id: id, filenameExtension: filenameExtension)
  }
}
