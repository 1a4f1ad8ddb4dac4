import IntakeModel
import UniformTypes

/// A recorded failure of a load, and the cause of its kind that makes it happen again.
struct ReplayedFailure {
  private let failure: RepresentationRecord.Failure
  private let representation: RepresentationRecord
  private let delivery: ReplayedDelivery
  private let context: ReplayContext

  init(
    _ failure: RepresentationRecord.Failure, of representation: RepresentationRecord,
    delivery: ReplayedDelivery, in context: ReplayContext
  ) {
    self.failure = failure
    self.representation = representation
    self.delivery = delivery
    self.context = context
  }

  /// What had arrived, where something had.
  private var arrival: RepresentationRecord.Arrival? { representation.attempt?.arrival }

  func script() throws(ReplayObstacle) -> ReplayScript {
    switch failure.code {
    case .overFileLimit, .overBatchLimit, .containerFull: return try beyondLimit()
    case .loadFailed, .notDownloaded, .loadTimedOut, .nothingDelivered: return try load()
    case .sourceMissing, .sourceDenied, .sourceIsLink, .sourceIsDirectory, .sourceNotRegular,
      .readFailed, .sourceChanged:
      return try source()
    case .emptyContent: return delivery.empty()
    case .contentMismatch, .typeRefused: return try delivery.good()
    default: throw ReplayObstacle(Self.reason(against: failure.code))
    }
  }

  // MARK: Limits

  private func beyondLimit() throws(ReplayObstacle) -> ReplayScript {
    let fileLimit = context.limit(
      of: representation.type, holding: representation.attempt?.contentType)
    let limit: ByteCount
    switch failure.code {
    case .overFileLimit: limit = fileLimit
    case .overBatchLimit:
      guard let batch = context.contract.limits.batchSize else {
        throw ReplayObstacle("a limit on the batch refused it, and the contract has none")
      }
      limit = batch
    default:
      let limits = context.contract.limits
      guard limits.containerSize != nil || limits.containerCount != nil else {
        throw ReplayObstacle(Self.reason(against: failure.code))
      }
      limit = limits.containerSize ?? .zero
    }
    let known = max(representation.attempt?.size ?? .zero, representation.declaredSize ?? .zero)
    if known > limit || representation.declaredSize != nil { return try delivery.of(known) }
    // The record does not say how large it was, only that it was too large.
    let size =
      failure.code == .overFileLimit
      ? limit + .bytes(1) : min(fileLimit, max(limit + .bytes(1), context.limits.unstatedSize))
    context.notes.remark(
      "the size of what was \(failure.code) is not recorded, and taken as \(size.exactDescription)")
    return try delivery.of(size)
  }

  // MARK: The load

  private func load() throws(ReplayObstacle) -> ReplayScript {
    switch failure.code {
    case .nothingDelivered: return .deliversNothing
    case .loadTimedOut:
      guard context.timeout != nil else {
        throw ReplayObstacle("a load timed out, and the contract lets loads wait for ever")
      }
      return .hangs(after: try whatHadArrived())
    case .notDownloaded where failure.stage == .validation:
      return try deliverStub()
    case .notDownloaded where failure.domain == nil:
      return .fails(thrown(), after: nil)
    default:
      if failure.stage == .copying, arrival == .directory {
        throw ReplayObstacle("what archives directories failed, and not the source")
      }
      let error = ReplayedError.of(failure)
      if arrival == .chunks, let size = representation.attempt?.size {
        guard case .chunks(let content, _) = try delivery.of(size) else { return .deliversNothing }
        return .chunks(content, failure: error)
      }
      if let delivered = try whatHadArrived() { return .fails(error, after: delivered) }
      return representation.delivery == .stream
        ? .fails(error, after: nil) : .callsBack(.error(error), usualArrival)
    }
  }

  private func whatHadArrived() throws(ReplayObstacle) -> ReplayScript? {
    guard let arrival else { return nil }
    return arrival == .chunks
      ? try delivery.of(representation.attempt?.size ?? .zero) : try delivery.good()
  }

  private func deliverStub() throws(ReplayObstacle) -> ReplayScript {
    let stub = SampleContent.undownloadedStub
    switch delivery.arrival {
    case .file: return .callsBack(.file(stub), .file)
    case .bytes: return .callsBack(.data(stub), .bytes)
    case .chunks: return .chunks(stub, failure: nil)
    case .directory: throw ReplayObstacle("a directory is no stub of a file")
    }
  }

  // MARK: The source

  private func source() throws(ReplayObstacle) -> ReplayScript {
    switch (failure.code, arrival) {
    case (.sourceMissing, .file), (.sourceMissing, .directory):
      return .callsBack(.removedFile, .file)
    case (.sourceDenied, .file):
      guard RestrictedAccess.isPossible else {
        throw ReplayObstacle("no file can be denied to an administrator of this system")
      }
      return .callsBack(.denied(.of(representation.type, bytes: 4096)), .file)
    case (.sourceIsLink, .file):
      return .callsBack(.link(.of(representation.type, bytes: 4096)), .file)
    case (.sourceIsLink, .directory):
      return .callsBack(.made { try SpecialFile.makeFolder(at: $0, holding: .link) }, .directory)
    case (.sourceIsDirectory, .file), (.sourceIsDirectory, .directory):
      return .callsBack(.folder(["file": .text(bytes: 100)]), .directory)
    case (.sourceNotRegular, .file):
      return .callsBack(.made { try SpecialFile.pipe.make(at: $0) }, .file)
    case (.sourceNotRegular, .directory):
      return .callsBack(.made { try SpecialFile.makeFolder(at: $0, holding: .pipe) }, .directory)
    case (.readFailed, .file):
      guard let path = SpecialFile.unreadablePath else {
        throw ReplayObstacle("this system has no file that opens and cannot be read")
      }
      return .callsBack(.path(path), .file)
    case (.sourceChanged, .file):
      guard ReadInterception.isAvailable else {
        throw ReplayObstacle("a file is changed while it is read only on Linux, as administrator")
      }
      let content = SampleContent.of(representation.type, bytes: 16 << 10, in: context.registry)
      return .callsBack(.changing(content, .append([0]), atRead: 1), .file)
    case (.sourceChanged, .chunks): return try changedStream()
    case (_, .directory):
      throw ReplayObstacle("\(failure.code) of a file in a directory cannot be repeated")
    default: return .fails(thrown(), after: nil)
    }
  }

  /// A stream of another size than was declared, where one was.
  private func changedStream() throws(ReplayObstacle) -> ReplayScript {
    let size = representation.attempt?.size ?? .zero
    guard let declared = representation.declaredSize else {
      guard case .chunks(let content, _) = try delivery.of(size) else { return .deliversNothing }
      return .chunks(content, failure: thrown())
    }
    return try delivery.of(size == declared ? declared + .bytes(1) : size)
  }

  private var usualArrival: RepresentationRecord.Arrival {
    representation.delivery == .data ? .bytes : .file
  }

  /// The failure as the source itself reports it, which a source may.
  private func thrown() -> IntakeError {
    IntakeError(
      failure.code, at: failure.stage, "as it was recorded",
      cause: failure.domain == nil ? nil : ReplayedError.of(failure))
  }
}

extension ReplayedFailure {
  /// Why a failure with this code cannot be repeated.
  static func reason(against code: IntakeError.Code) -> String {
    switch code {
    case .containerFull:
      "container-full depends on what else the container held"
    case .containerUnavailable, .containerReadOnly, .containerUnsuitable, .diskFull,
      .tooManyOpenFiles, .writeFailed, .containerBusy, .catalogFailed, .catalogDamaged, .closed:
      "\(code) is of the place that the share was stored in, and not of its source"
    case .contentInvalid, .contentOverLimit, .contentLocked, .contentRepairable, .notValidated:
      "\(code) is found by a validator, which a replay does not run"
    case .contentInfected, .notScanned:
      "\(code) is found by a scanner, which a replay does not run"
    case .sequenceFailed: "sequence-failed ended the share before it was whole"
    case .overCountLimit: "a directory with too many entries is not made again"
    default: "\(code) is no failure of a source"
    }
  }

  /// Whether an attachment's result with this code can come out of a replay.
  static func canRepeat(_ code: IntakeError.Code, under limits: InputContract.Limits) -> Bool {
    switch code {
    case .containerFull: limits.containerSize != nil || limits.containerCount != nil
    case .containerUnavailable, .containerReadOnly, .containerUnsuitable, .diskFull,
      .tooManyOpenFiles, .writeFailed, .containerBusy, .catalogFailed, .catalogDamaged, .closed,
      .contentInvalid, .contentOverLimit, .contentLocked, .contentRepairable, .notValidated,
      .contentInfected, .notScanned, .sequenceFailed, .digestMismatch, .notFound, .alreadyTaken,
      .leaseLost,
      .invalidArgument:
      false
    default: true
    }
  }
}
