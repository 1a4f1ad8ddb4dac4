/// Where a batch pulls its attachments from: one after the other, whoever pulls.
struct AttachmentFeed: Sendable {
  /// The next attachment; `nil` at the end. Called by one task at a time.
  let next: @Sendable () async throws -> Attachment?
  /// The rest, where that takes no waiting: each attachment that was never pulled still gets an outcome.
  let skip: @Sendable () -> Attachment?
  /// The most attachments there can be, where that is known.
  let count: Int?

  init<Attachments: Sequence & Sendable>(_ attachments: Attachments)
  where Attachments.Element == Attachment {
    let box = IteratorBox(attachments.makeIterator())
    next = { box.iterator.next() }
    skip = { box.iterator.next() }
    count = (attachments as? any Collection)?.count
  }

  init<Attachments: AsyncSequence & Sendable>(_ attachments: Attachments)
  where Attachments.Element == Attachment {
    let box = IteratorBox(attachments.makeAsyncIterator())
    next = { try await box.iterator.next(isolation: nil) }
    skip = { nil }
    count = nil
  }
}

/// An iterator that tasks pull from in turn.
///
/// `@unchecked Sendable`: the turn queue of the batch lets one task pull at a time, and the rest is skipped
/// only when no task pulls any more.
private final class IteratorBox<Iterator>: @unchecked Sendable {
  var iterator: Iterator

  init(_ iterator: Iterator) { self.iterator = iterator }
}
