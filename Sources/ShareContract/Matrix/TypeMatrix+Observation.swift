public import IntakeModel
import UniformTypes

extension TypeMatrix {
  /// One observation of a row: the result of a test, or the records of a share.
  public struct Observation: Sendable, Hashable {
    /// The test or the share that it was made by.
    public let witness: Witness
    /// What it alone says of the promise.
    public let verdict: Verdict
    /// What was observed, in short sentences.
    public let observed: [String]
    /// In what it is not what was promised.
    public let differences: [Difference]
    /// Where it happened.
    public let system: ShareRecord.System?
    /// The build of the app that took the share.
    public let build: RecordLabel?
    /// When it was recorded, in milliseconds since 1970.
    public let recordedAt: Int64?
    /// Whether a newer one of the same system, device and build has taken its place, so that it counts no more.
    public fileprivate(set) var isSuperseded = false

    /// Whether the verdict of its cell depends on it.
    ///
    /// A share that the person broke off, or that was not recorded to its end, shows nothing either way. A test
    /// that did not run does: it was named to show something.
    public var counts: Bool {
      switch witness {
      case .test: true
      case .share: !isSuperseded && verdict != .notTested
      }
    }

    /// What tells of it.
    public enum Witness: Sendable, Hashable {
      /// A test, by the name that the contract gives it.
      case test(String)
      /// A share that was recorded, by its identifier.
      case share(ShareID)
    }
  }

  /// One respect in which an observation is not what was promised.
  public struct Difference: Sendable, Hashable {
    /// In which respect they differ.
    public let subject: Subject
    /// The place of the attachment among those of the share, from one; `nil` for the share as a whole.
    public let attachment: Int?
    /// What the row promises, for people, such as a type identifier.
    public let expected: String
    /// What was observed instead, for people.
    public let observed: String
    /// Whether the host did not get what was promised, rather than in another way.
    public let isFailure: Bool

    /// What differs.
    public enum Subject: String, Sendable, CaseIterable, Hashable {
      /// Whether the extension appears.
      case appearance
      /// What the source declares.
      case declaration
      /// Stored or refused.
      case result
      /// Why it was refused.
      case reason
      /// The declared type of the representation that was taken.
      case representation
      /// How the representation was delivered: as a file, in place, as data or as a stream.
      case delivery
      /// What type the stored content is of.
      case contentType = "content-type"
      /// What was handed to the host.
      case handover
      /// Whether the copy could be read.
      case readBack = "read-back"
      /// Whether the app could show it.
      case opening
    }
  }
}

extension TypeMatrix.Observation {
  init(of name: String, in results: TestIndex) {
    let result = results[name]
    self.init(
      witness: .test(name), verdict: result.verdict, observed: [result.description],
      differences: [], system: nil, build: nil, recordedAt: nil)
  }

  init(of record: ShareRecord, row: ContractRow, revision: String, registry: TypeRegistry) {
    let comparison = RecordComparison(record, row: row, registry: registry)
    let isStale = record.row.map { $0.revision != revision } ?? false
    var verdict = isStale ? .stale : comparison.verdict
    var observed = record.observations
    // A device that nobody can name shows nothing; what failed on it failed all the same.
    if record.origin == .device, record.system == nil, verdict == .pass {
      verdict = .notTested
      observed.append("the record does not say on what system, and so shows nothing of a device")
    }
    self.init(
      witness: .share(record.id), verdict: verdict, observed: observed,
      differences: comparison.differences, system: record.system,
      build: record.build, recordedAt: record.recordedAt)
  }

  /// The observations in the order of time, those marked in whose place a newer one stands.
  ///
  /// Only what happened on the same system, system build, kind of device, state of installation and app build
  /// can stand for it, so that a failure on one device is never hidden by a success on another. One without a
  /// time is neither older nor newer than any other, and always counts, as do several of the same time.
  ///
  /// One that observed nothing, such as a share that the person broke off, takes the place of none.
  ///
  /// - Complexity: O(*n* log *n*).
  static func superseding(_ observations: [Self]) -> [Self] {
    var newest: [Place: Int64] = [:]
    for observation in observations where observation.verdict != .notTested {
      guard let time = observation.recordedAt else { continue }
      let place = Place(observation)
      newest[place] = max(time, newest[place] ?? time)
    }
    let ordered = observations.enumerated().sorted { left, right in
      (left.element.recordedAt ?? .max, left.offset)
        < (right.element.recordedAt ?? .max, right.offset)
    }
    return ordered.map { _, observation in
      var observation = observation
      if let time = observation.recordedAt, let latest = newest[Place(observation)] {
        observation.isSuperseded = time < latest
      }
      return observation
    }
  }

  /// Where something happened, as far as it decides what stands for what.
  private struct Place: Hashable {
    let system: ShareRecord.System?
    let build: RecordLabel?
    let isStale: Bool

    init(_ observation: TypeMatrix.Observation) {
      system = observation.system
      build = observation.build
      isStale = observation.verdict == .stale
    }
  }
}
