internal import ContainerStorage
internal import Synchronization

/// Takes one delivery: copies it into the container, and keeps the result for the load that asked for it.
///
/// One receiver serves one load. Its first delivery counts; a second one, or one that comes after
/// ``end()``, is not read (P6).
final class CopyReceiver: LoadReceiver {
  private let context: CopyContext
  private let declared: Representation
  /// The most bytes that the accepted type allows, where it says so.
  private let limit: ByteCount?
  private let name: String?
  private let position: Int
  private let reservation: BufferReservation
  private let watch: LoadWatch
  private let trace: LoadTrace?
  private let phase = Mutex(Phase.waiting)
  private let isStopped = Atomic(false)

  private enum Phase {
    case waiting
    case receiving
    case received(Result<StagedCopy, any Error>)
    case ended
  }

  init(
    _ declared: Representation, limit: ByteCount?, name: String?, position: Int,
    reservation: BufferReservation, watch: LoadWatch, trace: LoadTrace? = nil,
    in context: CopyContext
  ) {
    self.context = context
    self.declared = declared
    self.limit = limit
    self.name = name
    self.position = position
    self.reservation = reservation
    self.watch = watch
    self.trace = trace
  }

  // MARK: The load's side

  /// Makes a delivery that is under way stop at its next chunk.
  func stop() { isStopped.store(true, ordering: .relaxed) }

  /// Ends the load: what was received, or why not; `nil` if nothing was delivered.
  ///
  /// A source whose load returns while a delivery is still under way has that delivery dropped.
  func end() -> Result<StagedCopy, any Error>? {
    phase.withLock { phase in
      defer { phase = .ended }
      if case .received(let result) = phase { return result }
      return nil
    }
  }

  // MARK: The source's side

  func receiveFile(at path: LocalPath) throws {
    try receive(.file) {
      do {
        return try copyFile(at: path)
      } catch let error as IntakeError
        where error.code == .sourceIsDirectory && context.check.rule.directories == .zip
      {
        trace?.arrived(.directory)
        return try copyDirectory(at: path)
      }
    }
  }

  func receiveBytes(_ bytes: UnsafeRawBufferPointer) throws {
    context.memory.charge(Int64(bytes.count))
    defer { context.memory.release(Int64(bytes.count)) }
    try receive(.bytes) { try copy(bytes) }
  }

  func receiveChunks<Chunks: AsyncSequence>(_ chunks: Chunks) async throws
  where Chunks.Element: Sequence<UInt8> {
    try begin(.chunks)
    do {
      complete(.success(try await copy(chunks)))
    } catch {
      complete(.failure(error))
      throw error
    }
  }

  private func receive(
    _ arrival: RepresentationRecord.Arrival, _ copy: () throws -> StagedCopy
  ) throws {
    try begin(arrival)
    do {
      complete(.success(try copy()))
    } catch {
      complete(.failure(error))
      throw error
    }
  }

  private func begin(_ arrival: RepresentationRecord.Arrival) throws {
    try phase.withLock { phase in
      guard case .waiting = phase else { throw CancellationError() }
      phase = .receiving
    }
    trace?.arrived(arrival)
  }

  private func complete(_ result: Result<StagedCopy, any Error>) {
    let isLate = phase.withLock { phase in
      if case .ended = phase { return true }
      phase = .received(result)
      return false
    }
    if isLate, case .success(let staged) = result { context.drop(staged) }
  }
}

// MARK: - Copying

extension CopyReceiver {
  private func startCopy(expecting size: ByteCount?) throws -> Copy {
    try Copy(
      of: declared.type, limit: limit, name: name, position: position, expecting: size,
      trace: trace, in: context)
  }

  private func checkStopped() throws {
    watch.touch()
    if isStopped.load(ordering: .relaxed) { throw CancellationError() }
  }

  private func copyFile(at path: LocalPath) throws -> StagedCopy {
    try checkStopped()
    let source = try SourceFile(at: path)
    var copy = try startCopy(expecting: source.size)
    try withBuffer(isLarge: source.isLarge) { buffer in
      try copy.append(source, buffer: buffer) { try checkStopped() }
    }
    return try copy.finish()
  }

  /// Lends the buffer of the load; for a large file a larger one, where the budget has that without waiting, and half of
  /// it for others.
  private func withBuffer(
    isLarge: Bool, _ body: (UnsafeMutableRawBufferPointer) throws -> Void
  ) throws {
    let rest = context.memory.capacity.bytes / 2
    for factor in isLarge ? BufferPool.largeFactors : [] {
      let more = Int64((factor - 1) * context.buffers.bufferSize)
      guard context.memory.reserveNow(more, leaving: rest) else { continue }
      defer { context.memory.release(more) }
      return try context.buffers.withLargeBuffer(times: factor, body)
    }
    try context.buffers.withBuffer(body)
  }

  private func copyDirectory(at path: LocalPath) throws -> StagedCopy {
    var copy = try Copy(
      of: "public.zip-archive", limit: nil, name: name, position: position, expecting: nil,
      trace: trace, in: context)
    try context.buffers.withBuffer { buffer in
      try DirectoryArchive.write(
        directoryAt: path, buffer: buffer, registry: context.check.registry
      ) { chunk in
        try checkStopped()
        try copy.append(chunk)
      }
    }
    return try copy.finish().declared(as: declared.type)
  }

  private func copy(_ bytes: UnsafeRawBufferPointer) throws -> StagedCopy {
    var copy = try startCopy(expecting: .bytes(bytes.count))
    let step = context.buffers.bufferSize
    for start in stride(from: 0, to: bytes.count, by: step) {
      try checkStopped()
      try copy.append(
        UnsafeRawBufferPointer(rebasing: bytes[start..<min(bytes.count, start + step)]))
    }
    return try copy.finish()
  }

  private func copy<Chunks: AsyncSequence>(_ chunks: Chunks) async throws -> StagedCopy
  where Chunks.Element: Sequence<UInt8> {
    // A stream holds only the chunk in hand (P4), so the buffer of the load goes back while it waits.
    reservation.release()
    var copy = try startCopy(expecting: declared.size)
    for try await chunk in chunks {
      try checkStopped()
      try append(chunk, to: &copy)
      if let size = declared.size, copy.size > size { throw Self.wrongSize(copy.size, size) }
    }
    try checkStopped()
    if let size = declared.size, copy.size != size { throw Self.wrongSize(copy.size, size) }
    return try copy.finish()
  }

  private static func wrongSize(_ actual: ByteCount, _ declared: ByteCount) -> IntakeError {
    IntakeError(
      .sourceChanged, at: .copying,
      """
      \(declared.bytes) bytes were declared, and the stream \(actual > declared ? "has" : "ended after") \
      \(actual.bytes)\(actual > declared ? " and more" : ""); send it again
      """)
  }

  private func append(_ chunk: some Sequence<UInt8>, to copy: inout Copy) throws {
    let isContiguous: Void? = try chunk.withContiguousStorageIfAvailable { bytes in
      context.memory.charge(Int64(bytes.count))
      defer { context.memory.release(Int64(bytes.count)) }
      try copy.append(UnsafeRawBufferPointer(bytes))
    }
    if isContiguous == nil { try appendInPieces(chunk, to: &copy) }
  }

  /// For chunks without storage of one piece: through a buffer, so that each write is large.
  private func appendInPieces(_ chunk: some Sequence<UInt8>, to copy: inout Copy) throws {
    try context.buffers.withBuffer { buffer in
      context.memory.charge(Int64(buffer.count))
      defer { context.memory.release(Int64(buffer.count)) }
      var used = 0
      for byte in chunk {
        buffer[used] = byte
        used += 1
        if used == buffer.count {
          try copy.append(UnsafeRawBufferPointer(buffer))
          used = 0
        }
      }
      if used > 0 { try copy.append(UnsafeRawBufferPointer(rebasing: buffer[..<used])) }
    }
  }
}
