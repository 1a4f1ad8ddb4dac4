/// What takes part in the rounds of a scenario: ours in one configuration, or a peer.
struct Contestant: Sendable {
  let name: String
  /// Why it cannot take part, such as that it is not installed.
  var missing: String?
  /// The exit statuses with which it has done its work.
  var statuses: Set<Int> = [0]
  /// Puts in place what it works on and what is not measured. It gets a new path for its output.
  var prepare: (@Sendable (String) async throws -> Void)?
  /// The program, for a new path that it writes to.
  let command: @Sendable (String) -> BenchCommand

  init(
    _ name: String, missing: String? = nil, command: @escaping @Sendable (String) -> BenchCommand
  ) {
    self.name = name
    self.missing = missing
    self.command = command
  }

  /// The same, also content with another exit status.
  func accepting(_ statuses: Set<Int>) -> Self {
    var copy = self
    copy.statuses = statuses
    return copy
  }

  /// The same, after something that is not measured.
  func prepared(_ prepare: @escaping @Sendable (String) async throws -> Void) -> Self {
    var copy = self
    copy.prepare = prepare
    return copy
  }
}
