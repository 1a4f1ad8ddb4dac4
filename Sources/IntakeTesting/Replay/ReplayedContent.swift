import IntakeModel
import UniformTypes

/// Which bytes stand for those of a recorded representation.
struct ReplayedContent {
  let attachment: AttachmentRecord
  let representation: RepresentationRecord
  let registry: TypeRegistry

  /// Above this size a file has a hole, so that it takes no time to make.
  private static let sparseSize = 1 << 20

  /// Content of `size` bytes that is told to be of the type that the record tells.
  ///
  /// - Throws: ``ReplayObstacle`` where no such content can be made.
  func make(_ size: ByteCount) throws(ReplayObstacle) -> SampleContent {
    let content = try choose(Int(size.bytes))
    return content.count > Self.sparseSize ? content.sparse() : content
  }

  private func choose(_ count: Int) throws(ReplayObstacle) -> SampleContent {
    guard let attempt = representation.attempt else { return declared(count) }
    if let type = attempt.contentType {
      return try check(SampleContent.of(type, bytes: count, in: registry), isToldAs: type)
    }
    switch attempt.failure?.code {
    case nil: return try check(withoutSignature(count), isToldAs: nil)
    case .contentMismatch: return withoutSignature(count)
    // Its first bytes were never seen, so that it may well have been what was declared.
    default: return declared(count)
    }
  }

  private func declared(_ count: Int) -> SampleContent {
    SampleContent.of(representation.type, bytes: count, in: registry)
  }

  private func withoutSignature(_ count: Int) -> SampleContent {
    if case .stored(_, let contentType, _) = attachment.result,
      registry.conforms(contentType, to: .text)
    {
      return .text(bytes: count)
    }
    return .withoutSignature(
      registry.resolve(representation.type), bytes: count, in: registry)
  }

  private func check(
    _ content: SampleContent, isToldAs type: TypeIdentifier?
  ) throws(ReplayObstacle) -> SampleContent {
    let prefix = content.bytes(in: 0..<ContentSignature.prefixLength)
    if ContentSignature.identify(prefix: prefix) == type { return content }
    throw ReplayObstacle(
      "no content of \(content.size) can be made that "
        + (type.map { "is told to be \($0)" } ?? "tells nothing of its type"))
  }
}
