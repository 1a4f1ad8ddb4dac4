internal import Synchronization

/// What happens to one attachment while it is loaded, for its record.
final class LoadTrace: Sendable {
  private let stopwatch: Stopwatch
  private let state = Mutex(State())

  fileprivate struct State {
    var representations: [RepresentationRecord] = []
    var durations: [Stage: Duration] = [:]
    /// The representation that is being loaded, and since when.
    var place: Int?
    var attempts = 0
    /// When the present stage began.
    var since = Duration.zero
    var stage = Stage.selection
  }

  init(clock: any Clock<Duration>) { stopwatch = Stopwatch(clock) }

  /// What was recorded; of a load that is under way no size is.
  var record: AttachmentRecord {
    state.withLock {
      var representations = $0.representations
      // A load that was cut off has no end, and what it had read by chance is no size.
      if let place = $0.place { representations[place].attempt?.size = nil }
      return AttachmentRecord(representations: representations, durations: $0.durations)
    }
  }

  func declared(_ representations: [Representation]) {
    state.withLock {
      $0.representations = representations.map {
        RepresentationRecord($0.type, delivery: $0.delivery, declaredSize: $0.size)
      }
    }
  }

  /// A candidate is loaded from now on.
  func loadBegan(ofDeclared place: Int) {
    enter(.loading) { state in
      guard state.representations.indices.contains(place) else { return }
      state.place = place
      state.representations[place].attempt = RepresentationRecord.Attempt(order: state.attempts)
      state.attempts += 1
    }
  }

  /// Something was delivered, and is copied from now on.
  func arrived(_ arrival: RepresentationRecord.Arrival) {
    enter(.copying) { state in
      state.update {
        $0.arrival = arrival
        $0.size = .zero
      }
    }
  }

  func add(_ bytes: Int) {
    state.withLock { state in
      state.update { $0.size = ($0.size ?? .zero) + .bytes(bytes) }
    }
  }

  func identified(_ type: TypeIdentifier?) {
    state.withLock { state in state.update { $0.contentType = type } }
  }

  func failed(_ error: IntakeError) {
    enter(.selection) { state in
      state.update { attempt in
        attempt.failure = RepresentationRecord.Failure(error)
        if error.code == .sourceIsDirectory { attempt.arrival = .directory }
      }
      state.place = nil
    }
  }

  /// The whole of what was copied is looked at from now on.
  func validationBegan() { enter(.validation) { _ in } }

  /// It is staged, and waits for its commit from now on.
  func staged() { enter(.commit) { $0.place = nil } }

  /// It has its outcome.
  func ended() { enter(.handoff) { $0.place = nil } }

  private func enter(_ stage: Stage, _ change: (inout State) -> Void) {
    let now = stopwatch.elapsed
    state.withLock { state in
      state.durations[state.stage, default: .zero] += now - state.since
      (state.stage, state.since) = (stage, now)
      change(&state)
    }
  }
}

extension LoadTrace.State {
  fileprivate mutating func update(_ change: (inout RepresentationRecord.Attempt) -> Void) {
    guard let place, var attempt = representations[place].attempt else { return }
    change(&attempt)
    representations[place].attempt = attempt
  }
}

extension RepresentationRecord.Failure {
  init(_ error: IntakeError) {
    let source = error.cause as? any SourceError
    self.init(
      error.code, at: error.stage, domain: source.flatMap { RecordLabel($0.sourceDomain) },
      number: source?.sourceNumber)
  }
}
