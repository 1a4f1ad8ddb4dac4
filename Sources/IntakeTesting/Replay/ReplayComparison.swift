import IntakeModel
import UniformTypes

/// What a replay showed, beside what was recorded.
struct ReplayComparison {
  private(set) var differences: [ReplayDifference] = []
  /// Whether the record says what became of anything, so that there was something to compare.
  private(set) var comparesAnything = false
  /// Whether attachments were given up for another's sake, of which each run gives up those that it happens to.
  private(set) var dependsOnTiming = false

  /// Whether the batch was all or nothing, and was refused both times.
  private var wasRefusedAgain = false

  init(_ recorded: ShareRecord, _ observed: ShareRecord) {
    let (before, now) = (recorded.attachments, observed.attachments)
    if before.count != now.count {
      add(.attachments, nil, "\(before.count)", "\(now.count)")
    }
    wasRefusedAgain =
      before.contains { $0.result?.isAborted == true }
      && now.contains { $0.result?.isOwnRefusal == true }
    for (place, (before, now)) in zip(before, now).enumerated() { compare(before, now, place) }
  }

  private mutating func compare(_ before: AttachmentRecord, _ now: AttachmentRecord, _ place: Int) {
    if let failure = now.readBack?.failure { add(.readBack, place, "intact", "\(failure)") }
    guard let result = before.result else { return }
    comparesAnything = true
    if isMatterOfTiming(before, now) {
      dependsOnTiming = true
      return
    }
    compareResults(result, now.result, place)
    compareChoices(before, now, place)
    let (oldTrail, newTrail) = (before.trail, now.trail)
    if oldTrail != newTrail { add(.trail, place, Self.words(oldTrail), Self.words(newTrail)) }
  }

  /// Whether one of the two was given up for another's sake: it may have come as far as chance had it, or be
  /// refused itself where it was not given up in time.
  private func isMatterOfTiming(_ before: AttachmentRecord, _ now: AttachmentRecord) -> Bool {
    switch (before.result?.isAborted == true, now.result?.isAborted == true) {
    case (true, true): true
    // Of what had been copied whole it is known that it is not refused.
    case (true, false): wasRefusedAgain && now.result?.isOwnRefusal == true && !before.wasCopied
    case (false, true): wasRefusedAgain && before.result?.isOwnRefusal == true
    case (false, false): false
    }
  }

  private mutating func compareResults(
    _ before: AttachmentRecord.Result, _ now: AttachmentRecord.Result?, _ place: Int
  ) {
    switch (before, now) {
    case (.stored(_, let oldType, _), .stored(_, let newType, _)):
      if oldType != newType { add(.contentType, place, "\(oldType)", "\(newType)") }
    case (.refused(let oldCode, let oldStage), .refused(let newCode, let newStage)):
      if oldCode != newCode { add(.reason, place, "\(oldCode)", "\(newCode)") }
      if oldStage != newStage { add(.stage, place, oldStage.rawValue, newStage.rawValue) }
    default: add(.result, place, before.words, now?.words ?? "nothing")
    }
  }

  private mutating func compareChoices(
    _ before: AttachmentRecord, _ now: AttachmentRecord, _ place: Int
  ) {
    guard case .stored(let oldType, _, let oldSize) = before.result,
      case .stored(let newType, _, let newSize) = now.result
    else { return }
    if oldType != newType { add(.representation, place, "\(oldType)", "\(newType)") }
    let (old, new) = (before.loaded(oldType), now.loaded(newType))
    if let old, let new, old.delivery != new.delivery {
      add(.delivery, place, old.delivery.rawValue, new.delivery.rawValue)
    }
    // The size of an archive depends on what is in the directory, which is made anew.
    guard old?.attempt?.arrival != .directory, oldSize != newSize else { return }
    add(.size, place, oldSize.exactDescription, newSize.exactDescription)
  }

  private static func words(_ trail: [String]) -> String {
    trail.isEmpty ? "nothing before it failed" : trail.joined(separator: ", then ")
  }

  private mutating func add(
    _ subject: ReplayDifference.Subject, _ place: Int?, _ before: String, _ now: String
  ) {
    differences.append(
      ReplayDifference(subject, from: .record, attachment: place, expected: before, observed: now))
  }
}

extension AttachmentRecord {
  /// Whether a load came to its end, as far as is recorded; one that was cut off has no size.
  fileprivate var wasCopied: Bool {
    representations.contains { representation in
      representation.attempt.map { $0.failure == nil && $0.size != nil } ?? false
    }
  }

  /// The representation of that type whose load succeeded.
  fileprivate func loaded(_ type: TypeIdentifier) -> RepresentationRecord? {
    representations.first { representation in
      representation.type == type && representation.attempt.map { $0.failure == nil } ?? false
    }
  }

  /// What was tried and failed, in the order in which it was tried.
  fileprivate var trail: [String] {
    let failed = representations.compactMap { representation in
      representation.attempt.flatMap { attempt in
        attempt.failure.map { (attempt.order, "\(representation.type): \($0.words)") }
      }
    }
    return failed.sorted { $0.0 < $1.0 }.map(\.1)
  }
}

extension AttachmentRecord.Result {
  fileprivate var isAborted: Bool {
    if case .refused(.batchAborted, _) = self { true } else { false }
  }

  /// Whether it was refused for a reason of its own.
  fileprivate var isOwnRefusal: Bool {
    if case .refused = self { !isAborted } else { false }
  }

  /// Such as `stored`, or `refused: over-file-limit while copying`.
  var words: String {
    switch self {
    case .stored: "stored"
    case .refused(let code, let stage): "refused: \(code) (\(stage.rawValue))"
    }
  }
}

extension RepresentationRecord.Failure {
  fileprivate var words: String {
    let source = domain.map { " of \($0) \(number.map(String.init) ?? "")" } ?? ""
    return "\(code) (\(stage.rawValue))\(source)"
  }
}
