#if canImport(Darwin) || APPLE_STAND_INS
import AttachmentIntake
import Foundation

/// What a share extension was called with, and how it ends.
///
///     override func viewDidAppear(_ animated: Bool) {
///       super.viewDidAppear(animated)
///       request.viewDidAppear()
///     }
///
/// The work may begin before. The host is told once: after the outcomes, and not before the view has appeared; see
/// ``ExtensionCompletion``.
@MainActor public final class ShareExtensionRequest {
  private let context: NSExtensionContext
  private var completion = ExtensionCompletion()
  private var reason: (any Error)?

  public init(_ context: NSExtensionContext) { self.context = context }

  private var providers: [[NSItemProvider]] {
    context.inputItems.compactMap { ($0 as? NSExtensionItem)?.attachments ?? [] }
  }

  /// What is shared, over all items, in their order.
  public var attachments: [Attachment] { providers.joined().map { Attachment($0) } }

  /// How many attachments each item has, for ``ShareRecording/itemSizes``.
  public var itemSizes: [Int] { providers.map(\.count) }

  /// To be called by the view controller's method of that name.
  public func viewDidAppear() { tell(completion.viewDidAppear()) }

  /// Ends the request, once the container is closed.
  public func complete(after outcomes: [Outcome]) { tell(completion.complete(after: outcomes)) }

  /// Ends the request without a result. The first of all calls that end it counts.
  public func cancel(because error: any Error) {
    if reason == nil { reason = error }
    tell(completion.cancel())
  }

  private func tell(_ ending: ExtensionCompletion.Ending?) {
    switch ending {
    case .completed: context.completeRequest(returningItems: [], completionHandler: nil)
    case .cancelled: context.cancelRequest(withError: reason ?? CancellationError())
    case nil: break
    }
  }
}
#endif
