import IntakeModel
import UniformTypes

extension ReplayScript {
  /// The script that repeats what was recorded of `representation`.
  ///
  /// One that was never tried delivers good content.
  ///
  /// - Throws: ``ReplayObstacle`` where that cannot be done.
  init(
    _ representation: RepresentationRecord, of attachment: AttachmentRecord,
    in context: ReplayContext
  ) throws(ReplayObstacle) {
    let delivery = ReplayedDelivery(representation, of: attachment, in: context)
    guard let failure = representation.attempt?.failure else {
      self = try delivery.good()
      return
    }
    self = try ReplayedFailure(failure, of: representation, delivery: delivery, in: context)
      .script()
  }
}
