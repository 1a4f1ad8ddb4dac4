/// When an extension tells its host that it is done: once, after its outcomes, and not before its view has
/// appeared.
///
/// A host that is told while it still presents the view may be left with a sheet that no longer closes; one that
/// is told before the outcomes lets the system end the process in the middle of a copy.
///
/// It decides, and whoever asks it calls the system: `completeRequest` or `cancelRequest`.
public struct ExtensionCompletion: Sendable, Hashable {
  /// What the host is told.
  public enum Ending: Sendable, Hashable {
    /// The request is done: `completeRequest`.
    case completed
    /// The request was given up, or nothing came of it: `cancelRequest`.
    case cancelled
  }

  private var hasAppeared = false
  private var ending: Ending?
  private var isTold = false

  /// Makes a completion for one request, of which nothing has happened yet.
  public init() {}

  /// The view has appeared.
  ///
  /// - Returns: What the host is to be told now; `nil` for nothing.
  public mutating func viewDidAppear() -> Ending? {
    hasAppeared = true
    return next()
  }

  /// All outcomes are there, and the container is closed.
  ///
  /// - Parameter outcomes: One for each attachment that was shared: whether refused ones are shown to the person
  ///   first is the extension's business.
  /// - Returns: What the host is to be told now; `nil` for nothing.
  public mutating func complete(after outcomes: [Outcome]) -> Ending? { end(.completed) }

  /// The person has given up, or nothing could be taken in. After ``complete(after:)`` it changes nothing.
  ///
  /// - Returns: What the host is to be told now; `nil` for nothing.
  public mutating func cancel() -> Ending? { end(.cancelled) }

  private mutating func end(_ ending: Ending) -> Ending? {
    if self.ending == nil { self.ending = ending }
    return next()
  }

  private mutating func next() -> Ending? {
    guard hasAppeared, !isTold, let ending else { return nil }
    isTold = true
    return ending
  }
}
