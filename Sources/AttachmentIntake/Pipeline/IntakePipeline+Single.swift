extension IntakePipeline {
  /// Takes in one attachment, such as the body of one request.
  ///
  /// Calls that run at once share the pipeline's memory budget and its commits.
  ///
  /// - Throws: As `ingest(_:options:each:)` does. A refusal is not an error, but in the outcome.
  public nonisolated func ingest(_ attachment: Attachment) async throws -> Outcome {
    let outcomes = try await ingest([attachment])
    // One attachment has one outcome, unless the call throws.
    return outcomes[0]
  }
}
