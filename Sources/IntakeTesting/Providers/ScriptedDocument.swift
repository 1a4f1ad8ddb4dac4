public import AttachmentIntake
public import IntakeModel
import Synchronization
public import UniformTypes

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// A picked document whose access a test controls: what is there, and what its provider does with it.
///
///     let document = try ScriptedDocument(.pdf(bytes: 4096), named: "plan.pdf")
///     document.behaviour = .stalls(gate)
///     let entry = try await library.importDocument(document.picked())
///
/// The file is real, and gone with the document at the latest.
public final class ScriptedDocument: DocumentAccess {
  /// What the provider does when it is asked.
  public enum Behaviour: Sendable {
    /// It lets the content be read.
    case reads
    /// It grants no access, and lets the content be read all the same.
    case readsWithoutGrant
    /// It grants no access, and the content cannot be read.
    case denies
    /// It says that the content is not on this device.
    case isNotDownloaded
    /// It fails in the coordination.
    case fails(any Error)
    /// It returns from the coordination without a path.
    case deliversNothing
    /// It waits for another program until the gate is open, or the reading is called off.
    case stalls(Gate)
    /// It waits until the gate is open, and does not hear that the reading is called off.
    case stallsDeaf(Gate)
    /// The file is moved away before the reading begins.
    case moves
    /// The file is deleted before the reading begins.
    case deletes
    /// The file changes while it is read. Needs ``ReadInterception/isAvailable``.
    case changes(ReadInterception.Change, atRead: Int)
  }

  /// Why a reading that was called off ends.
  public struct CalledOff: Error, Hashable {
    /// Makes the error, which says nothing more.
    public init() {}
  }

  /// Calls of ``startAccess()``.
  public let starts = Tally()
  /// Calls of ``stopAccess()``.
  public let stops = Tally()
  /// Coordinated readings that were begun.
  public let readings = Tally()
  /// Coordinated readings that have ended.
  public let endedReadings = Tally()
  /// Readings that were called off.
  public let cancellations = Tally()

  private let folder: TemporaryFolder
  private let name: String
  private let state: Mutex<State>

  private struct State {
    var behaviour = Behaviour.reads
    /// Starts that were granted and not yet stopped.
    var held = 0
    var unbalancedStops = 0
    var waitingAt: Gate?
    var isCalledOff = false
    var bookmark = 0
  }

  /// Makes a document: a file `name` with `content`, in a temporary folder of its own.
  ///
  /// - Throws: ``SystemCallFailure`` where the folder or the file cannot be made.
  public init(_ content: SampleContent, named name: String = "document") throws {
    folder = try TemporaryFolder()
    self.name = name
    state = Mutex(State())
    try folder.write(content, to: name)
  }

  /// What the provider does when it is asked; a test may change it at any time.
  public var behaviour: Behaviour {
    get { state.withLock(\.behaviour) }
    set { state.withLock { $0.behaviour = newValue } }
  }

  /// How often access is held now.
  public var heldAccesses: Int { state.withLock(\.held) }

  /// Stops that no granted start went before.
  public var unbalancedStops: Int { state.withLock(\.unbalancedStops) }

  /// The path of the original.
  public var path: String { folder.path(of: name) }

  /// Removes the original.
  public func delete() { unlink(path) }

  /// The document as a person picks it.
  public func picked(
    as type: TypeIdentifier? = nil, source: RecordLabel? = "scripted"
  ) -> PickedDocument {
    PickedDocument(self, name: name, type: type, source: source)
  }

  // MARK: DocumentAccess

  public func startAccess() -> Bool {
    starts.add()
    return state.withLock { state in
      switch state.behaviour {
      case .readsWithoutGrant, .denies: return false
      default:
        state.held += 1
        return true
      }
    }
  }

  public func stopAccess() {
    state.withLock { state in
      if state.held > 0 { state.held -= 1 } else { state.unbalancedStops += 1 }
    }
    stops.add()
  }

  public func isDownloaded() throws -> Bool? {
    if case .isNotDownloaded = behaviour { false } else { true }
  }

  public func coordinateReading(_ body: (LocalPath) throws -> Void) throws {
    readings.add()
    defer { endedReadings.add() }
    var path = path
    var interception: ReadInterception?
    switch behaviour {
    case .reads, .readsWithoutGrant, .isNotDownloaded: break
    case .denies: throw IntakeError(.sourceDenied, at: .loading, "the document may not be read")
    case .fails(let error): throw error
    case .deliversNothing: return
    case .stalls(let gate):
      state.withLock { $0.waitingAt = gate }
      gate.waitBlocking()
      if state.withLock(\.isCalledOff) { throw CalledOff() }
    case .stallsDeaf(let gate): gate.waitBlocking()
    case .moves: rename(path, folder.path(of: "elsewhere"))
    case .deletes: delete()
    case .changes(let change, let read):
      // A copy, so that the original is as it was for the next time.
      path = try folder.write(folder.read(name), to: "changing")
      interception = try ReadInterception(of: path, atRead: read, change)
    }
    defer { interception?.end() }
    try body(LocalPath(path))
  }

  public func cancelReading() {
    cancellations.add()
    let gate = state.withLock { state in
      state.isCalledOff = true
      return state.waitingAt
    }
    gate?.open()
  }

  /// Bytes by which ``ScriptedBookmarks`` finds the document; others each time.
  ///
  /// - Throws: `IntakeError` with code `invalidArgument` where the path is too long for a bookmark.
  public func makeBookmark() throws -> DocumentBookmark {
    let number = state.withLock { state in
      state.bookmark += 1
      return state.bookmark
    }
    return try DocumentBookmark(Array("\(path) \(number)".utf8))
  }

  /// How many bookmarks were made.
  public var bookmarks: Int { state.withLock(\.bookmark) }
}

/// Finds scripted documents by their bookmarks, as a test wants it.
public final class ScriptedBookmarks: BookmarkResolver {
  /// What becomes of a bookmark.
  public enum Finding: Sendable {
    /// It leads to this document; `isStale` says that it should be made anew.
    case document(ScriptedDocument, isStale: Bool)
    /// Looking for it fails with this error.
    case error(any Error)
  }

  private let finding: Mutex<Finding>
  private let last = Mutex<DocumentBookmark?>(nil)

  /// Makes a resolver that gives `finding` for every bookmark.
  public init(_ finding: Finding) { self.finding = Mutex(finding) }

  /// What was looked for last.
  public var lastBookmark: DocumentBookmark? { last.withLock { $0 } }

  /// Gives `finding` from now on, for every bookmark.
  public func set(_ finding: Finding) { self.finding.withLock { $0 = finding } }

  public func resolve(_ bookmark: DocumentBookmark) throws -> ResolvedBookmark {
    last.withLock { $0 = bookmark }
    switch finding.withLock({ $0 }) {
    case .document(let document, let isStale): return ResolvedBookmark(document, isStale: isStale)
    case .error(let error): throw error
    }
  }
}
