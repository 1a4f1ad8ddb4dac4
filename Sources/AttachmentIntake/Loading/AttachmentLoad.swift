/// Loads one attachment: the best candidate, or the next where that fails, into an unnamed copy.
struct AttachmentLoad: Sendable {
  let copying: CopyContext
  let timeout: Duration?
  let clock: any Clock<Duration>

  /// What became of a load.
  struct Report: Sendable {
    var declared: [TypeIdentifier] = []
    var trail: [FailedCandidate] = []
    var result: Result<StagedCopy, IntakeError>
  }

  /// Loads `attachment`.
  ///
  /// - Parameter trace: Is told what happens, where there is one.
  /// - Throws: `CancellationError`; every other failure is in the report.
  func run(
    _ attachment: Attachment, position: Int, trace: LoadTrace? = nil
  ) async throws -> Report {
    var report = Report(result: .failure(Selection(candidates: [], rejected: []).refusal))
    do {
      // Reserved before the provider is called, so that inside a callback nothing waits (P4).
      var reservation = try await reserveBuffer()
      defer { reservation.release() }
      let representations = try await attachment.source.representations()
      report.declared = representations.map(\.type)
      trace?.declared(representations)
      let selection = Selection.choose(
        from: representations, by: copying.check.rule, in: copying.check.registry)
      report.result = .failure(selection.refusal)
      for candidate in selection.candidates {
        let representation = candidate.representation
        // A stream that failed has given its buffer back, and what is tried next needs one.
        if !reservation.isHeld { reservation = try await reserveBuffer() }
        trace?.loadBegan(ofDeclared: candidate.declaredPlace)
        do {
          let staged = try await load(
            candidate, of: attachment, position: position, reservation: reservation, trace: trace)
          // While somebody else reads the copy, others may have the memory.
          reservation.release()
          let judged = try await validate(staged, steps: attachment.importSteps, trace: trace)
          trace?.staged()
          report.result = .success(judged)
          return report
        } catch {
          let error = try Self.intakeError(error)
          copying.progress?.restart(position)
          trace?.failed(error)
          report.trail.append(FailedCandidate(type: representation.type, error: error))
          // The error of the best candidate says most. Later ones are in the trail.
          if report.trail.count == 1 { report.result = .failure(error) }
          let isOneFile = attachment.source is any SingleFileSource
          if error.code.concernsEveryCandidate || isOneFile && error.code.concernsTheFile {
            if !isOneFile { report.result = .failure(error) }
            return report
          }
        }
      }
    } catch {
      report.result = .failure(try Self.intakeError(error))
    }
    return report
  }

  /// Has the whole of a staged copy looked at, where that is asked for. What is refused is dropped.
  private func validate(
    _ staged: StagedCopy, steps: ImportSteps?, trace: LoadTrace?
  ) async throws -> StagedCopy {
    guard let validation = copying.validation else {
      // Its first bytes are what was declared, and nobody knows more.
      steps?.set(.validate, .unconfirmed)
      return staged
    }
    trace?.validationBegan()
    do {
      try Task.checkCancellation()
      let verdict = try await validation.judge(staged, in: copying.store, memory: copying.memory)
      if case .notValidated = verdict {
        steps?.set(.validate, .unconfirmed)
      } else {
        steps?.set(.validate, verdict == nil ? .unconfirmed : .done)
      }
      return staged.judged(verdict)
    } catch {
      copying.drop(staged)
      if !(error is CancellationError) { steps?.fail(.validate, error) }
      throw error
    }
  }

  private func reserveBuffer() async throws -> BufferReservation {
    try await BufferReservation(of: Int64(copying.buffers.bufferSize), in: copying.memory)
  }

  private func load(
    _ candidate: Selection.Candidate, of attachment: Attachment, position: Int,
    reservation: BufferReservation, trace: LoadTrace?
  ) async throws -> StagedCopy {
    let representation = candidate.representation
    let source = attachment.source
    let timeout = source is any PromptSource ? nil : timeout
    let watch = LoadWatch(timeout: timeout, clock: clock)
    let receiver = CopyReceiver(
      representation, limit: candidate.maximumSize, name: attachment.name, position: position,
      reservation: reservation, watch: watch, trace: trace, in: copying)
    do {
      try await watch.run {
        try await withTaskCancellationHandler {
          try await source.load(representation, into: receiver)
        } onCancel: {
          receiver.stop()
        }
      }
    } catch {
      if case .success(let staged) = receiver.end() { copying.drop(staged) }
      throw error
    }
    guard let result = receiver.end() else {
      throw IntakeError(
        .nothingDelivered, at: .loading,
        "the source ended without delivering \(representation.type); try again")
    }
    return try result.get()
  }

  /// The error as the pipeline reports it. Cancellation passes as it is.
  private static func intakeError(_ error: any Error) throws -> IntakeError {
    if error is CancellationError {
      // Only the task's own cancellation ends the load. A source that gives up by itself has failed.
      try Task.checkCancellation()
    }
    return IntakeError(loading: error)
  }
}

extension IntakeError {
  /// What a source threw, as the pipeline reports it.
  init(loading error: any Error) {
    if let error = error as? IntakeError {
      self = error
    } else if let error = error as? any SourceError, error.saysNotDownloaded {
      self.init(
        .notDownloaded, at: .loading,
        "it is not on this device yet; download it, or wait for the network, and try again",
        cause: error)
    } else {
      self.init(
        .loadFailed, at: .loading,
        "the source could not deliver it (\(type(of: error))); try again", cause: error)
    }
  }
}

/// A source that never waits for anybody, and so needs no watch over its time.
protocol PromptSource: AttachmentSource {}

/// A source whose representations are one file under several types, so that what is wrong with the file is
/// wrong with each of them.
protocol SingleFileSource: AttachmentSource {}

extension FileSource: SingleFileSource {}
extension PickedDocumentSource: SingleFileSource {}

extension FileSource: PromptSource {}
extension BytesSource: PromptSource {}

extension IntakeError.Code {
  /// Whether another representation of the same attachment would meet the same failure.
  fileprivate var concernsEveryCandidate: Bool {
    switch self {
    case .overBatchLimit, .containerFull, .diskFull, .tooManyOpenFiles, .containerUnavailable,
      .containerReadOnly, .containerUnsuitable, .closed, .contentInfected:
      true
    default: false
    }
  }

  /// Whether the same file would meet the same failure under another type.
  fileprivate var concernsTheFile: Bool {
    switch self {
    case .sourceMissing, .sourceDenied, .sourceIsLink, .sourceIsDirectory, .sourceNotRegular,
      .notDownloaded, .emptyContent, .contentInvalid, .contentLocked, .contentRepairable,
      .contentOverLimit, .notValidated, .notScanned:
      true
    default: false
    }
  }
}

extension SourceError {
  /// Whether it is one by which Apple's frameworks say that content is not on the device.
  ///
  /// Photos reports 81 of its cloud library; Foundation's `NSUbiquitousFileUnavailableError` is 4353, and
  /// `NSUbiquitousFileUbiquityServerNotAvailable` 4355.
  var saysNotDownloaded: Bool {
    switch (sourceDomain, sourceNumber) {
    case ("CloudPhotoLibraryErrorDomain", 81): true
    case ("NSCocoaErrorDomain", 4353), ("NSCocoaErrorDomain", 4355): true
    default: false
    }
  }
}
