package import AttachmentIntake
import IntakeModel
import UniformTypes

/// Takes the bodies of requests in, and answers them.
package struct Uploads: Sendable {
  package let pipeline: IntakePipeline
  package let inbox: Inbox
  package let limits: UploadLimits
  package let board: ProgressBoard
  /// Is told what went wrong on the server's side.
  package let report: @Sendable (String) -> Void

  package init(
    pipeline: IntakePipeline, inbox: Inbox, limits: UploadLimits, board: ProgressBoard,
    report: @escaping @Sendable (String) -> Void
  ) {
    self.pipeline = pipeline
    self.inbox = inbox
    self.limits = limits
    self.board = board
    self.report = report
  }

  /// Serves each request as it comes, until there are no more or the task is cancelled.
  package func serve(_ requests: AsyncStream<Exchange>) async {
    await withDiscardingTaskGroup { group in
      for await exchange in requests {
        group.addTask { await serve(exchange) }
      }
    }
  }

  /// Takes one body in, and returns when the request has ended.
  ///
  /// A client that goes away cancels it. What was stored is removed again unless the client was sent the whole
  /// answer: nobody else knows its identifiers.
  package func serve(_ exchange: Exchange) async {
    let stored = await withTaskGroup(of: [AttachmentID]?.self) { group in
      group.addTask { await takeInAndAnswer(exchange) }
      group.addTask {
        await exchange.waitForDeparture()
        return nil
      }
      var stored: [AttachmentID] = []
      for await result in group {
        group.cancelAll()
        stored += result ?? []
      }
      return stored
    }
    guard await exchange.waitForFate() == .lost else { return }
    // Also where the task is cancelled.
    await Task(name: "discard") {
      for id in stored { await discard(id) }
    }.value
  }

  private func discard(_ id: AttachmentID) async {
    do {
      try await inbox.discard(id)
    } catch let error as IntakeError where error.code == .notFound || error.code == .alreadyTaken {
      // Somebody was quicker, and it is theirs.
    } catch {
      report("what a client was never told of stays, \(id): \(error)")
    }
  }

  /// - Returns: What was stored.
  private func takeInAndAnswer(_ exchange: Exchange) async -> [AttachmentID] {
    let token = exchange.head.token
    if let token {
      guard board.begin(token, size: exchange.head.contentLength) else {
        exchange.answer(.refusal(409, "token-in-use", "another upload has this token"))
        return []
      }
    }
    var outcomes: [Outcome] = []
    do {
      try await takeIn(exchange) { outcomes.append($0) }
      reportFailures(outcomes)
      exchange.answer(
        outcomes.isEmpty
          ? .refusal(400, "no-files", "the request has no files") : Answer(nil, outcomes))
    } catch is CancellationError {
      exchange.close()
    } catch {
      exchange.answer(failure(error, outcomes))
    }
    if let token { board.end(token) }
    return outcomes.compactMap(\.stored?.id)
  }

  private func takeIn(
    _ exchange: Exchange, each consume: (Outcome) async throws -> Void
  ) async throws {
    let head = exchange.head
    var options = BatchOptions(
      policy: head.policy.flatMap { BatchPolicy(query: $0) } ?? .keep, order: .asGiven)
    if let token = head.token {
      let board = board
      options.progress = { board.update(token, $0) }
      // Whoever asks sets the pace. With one, the last event before a client falls silent would never come.
      options.progressInterval = .zero
    }
    if head.isMultipart {
      var limits = limits.multipart
      limits.size = self.limits.bodySize(of: head).bytes
      let parts = try MultipartBody(of: exchange, limits: limits)
      try await pipeline.ingest(parts, options: options, each: consume)
    } else {
      let type = BodyType.type(contentType: head.contentType, name: head.name)
      let attachment = Attachment(
        chunks: RequestBody(of: exchange), type: type, name: head.name, size: head.contentLength)
      try await pipeline.ingest([attachment], options: options, each: consume)
    }
  }

  // MARK: Failures

  private func reportFailures(_ outcomes: [Outcome]) {
    for error in outcomes.compactMap(\.refusal) where error.code.httpStatus >= 500 {
      report("\(error)")
    }
  }

  private func failure(_ error: any Error, _ outcomes: [Outcome]) -> Answer {
    let cause = (error as? IntakeError)?.cause ?? error
    if let error = cause as? MultipartError {
      return error.kind == .tooLarge
        ? Answer(413, outcomes, failure: ("too-large", error.description))
        : Answer(400, outcomes, failure: ("malformed-multipart", error.description))
    }
    guard let error = error as? IntakeError else {
      report("\(error)")
      return Answer(500, outcomes, failure: ("internal", "the server has failed"))
    }
    if error.code.httpStatus >= 500 { report("\(error)") }
    return Answer(
      error.code.httpStatus, outcomes, failure: (error.code.name, error.clientMessage))
  }
}
