public import IntakeModel
public import UniformTypes

extension ScriptedProvider {
  /// One type that a provider offers, and the script of each load of it.
  public struct Offer: Sendable {
    /// The declared type, which need not be that of the content.
    public let type: TypeIdentifier
    /// The declared way of delivery.
    public let delivery: Representation.Delivery
    /// The declared number of bytes, which need not be true; `nil` for none.
    public let declaredSize: ByteCount?
    private(set) var steps: [Step]

    /// Offers `content` as `type`; a lie is content of another type.
    ///
    /// - Parameters:
    ///   - type: The declared type.
    ///   - content: What the first callback delivers.
    ///   - delivery: What is declared. By default data for `Content.data`, else a temporary file. Any
    ///     load function works with any content that it can express.
    ///   - declaredSize: A claim, which need not be true.
    ///   - when: When the first callback comes; the others follow at once.
    ///   - times: How often the callback is called, on the same thread.
    public init(
      _ type: TypeIdentifier, _ content: Content, delivery: Representation.Delivery? = nil,
      declaredSize: ByteCount? = nil, when: Moment = .onAnotherThread, times: Int = 1
    ) {
      self.type = type
      self.delivery = delivery ?? content.usualDelivery
      self.declaredSize = declaredSize
      steps = (0..<max(times, 0)).map { index in
        Step(content: content, moment: index == 0 ? when : .atOnce)
      }
    }

    /// Calls back once more, after the callbacks so far.
    public func then(_ content: Content, when: Moment = .atOnce) -> Self {
      var copy = self
      copy.steps.append(Step(content: content, moment: when))
      return copy
    }
  }

  /// When a callback comes, counted from the load or from the callback before it.
  public enum Moment: Sendable {
    /// On the thread that is there: that of the caller, before the load function returns.
    case atOnce
    /// On a thread of its own.
    case onAnotherThread
    /// On a thread of its own when the gate is open, also after a cancellation or a timeout.
    case afterGate(Gate)
    /// On a thread of its own when the load was cancelled; not before.
    case afterCancellation
    /// Not at all, nor what follows.
    case never
  }

  struct Step: Sendable {
    let content: Content
    let moment: Moment
  }
}
