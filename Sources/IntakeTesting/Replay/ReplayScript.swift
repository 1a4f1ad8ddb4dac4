import IntakeModel

/// What the source of one recorded representation does when it is loaded.
enum ReplayScript: Sendable {
  /// Delivers a file or bytes through a callback, or calls back with an error or with nothing.
  case callsBack(ScriptedProvider.Content, RepresentationRecord.Arrival)
  /// Delivers chunks, and then fails, unless there is no error.
  case chunks(SampleContent, failure: (any Error)?)
  /// Delivers, if there is something to deliver, and never ends.
  indirect case hangs(after: ReplayScript?)
  /// Delivers, and fails all the same.
  indirect case fails(any Error, after: ReplayScript?)
  /// Ends without delivering.
  case deliversNothing
}
