/// Lets others run until `condition` holds, for what nothing tells of: a wait that a cancelled test must not outlive.
///
/// - Throws: `CancellationError`, as by the time limit of a test, or what `condition` throws.
package func eventually(
  isolation: isolated (any Actor)? = #isolation, _ condition: () async throws -> Bool
) async throws {
  while try await !condition() {
    try Task.checkCancellation()
    await Task.yield()
  }
}
