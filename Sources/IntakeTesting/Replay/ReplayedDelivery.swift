import IntakeModel
import UniformTypes

/// What arrives of one recorded representation, and how.
struct ReplayedDelivery {
  let arrival: RepresentationRecord.Arrival
  private let representation: RepresentationRecord
  private let content: ReplayedContent
  private let context: ReplayContext

  init(
    _ representation: RepresentationRecord, of attachment: AttachmentRecord,
    in context: ReplayContext
  ) {
    self.representation = representation
    self.context = context
    content = ReplayedContent(
      attachment: attachment, representation: representation, registry: context.registry)
    arrival = representation.attempt?.arrival ?? Self.usualArrival(representation, context.registry)
  }

  private static func usualArrival(
    _ representation: RepresentationRecord, _ registry: TypeRegistry
  ) -> RepresentationRecord.Arrival {
    switch representation.delivery {
    case .file, .inPlaceFile:
      registry.conforms(representation.type, to: .directory) ? .directory : .file
    case .data: .bytes
    case .stream: .chunks
    }
  }

  /// The size of the content, as far as the record tells.
  ///
  /// What a load that failed had read by then is not the size of what it was reading; but for content that was
  /// judged by its first bytes, which were all there were where they were counted.
  var size: ByteCount {
    let attempt = representation.attempt
    let read = attempt?.size ?? .zero
    if attempt?.failure == nil || attempt?.failure?.stage == .validation, read > .zero {
      return read
    }
    // What is not known to be too large is to fit.
    let limit = context.limit(of: representation.type, holding: attempt?.contentType)
    return max(read, representation.declaredSize ?? min(limit, context.limits.unstatedSize))
  }

  /// Delivers content that is as it was.
  func good() throws(ReplayObstacle) -> ReplayScript { try of(size) }

  /// Delivers content of `size` bytes.
  func of(_ size: ByteCount) throws(ReplayObstacle) -> ReplayScript {
    let limit = context.limit(
      of: representation.type, holding: representation.attempt?.contentType)
    // A file is measured before it is read; of what comes otherwise everything up to the limit is copied.
    let copied = arrival == .file && size > limit ? .zero : min(size, limit)
    guard arrival == .bytes || copied <= context.limits.copySize else {
      throw ReplayObstacle(
        "\(copied) would be copied, and a replay copies at most \(context.limits.copySize)")
    }
    switch arrival {
    case .file: return .callsBack(.file(try content.make(size)), .file)
    case .directory: return .callsBack(.folder(files(size)), .directory)
    case .bytes:
      guard size <= context.limits.dataSize else {
        throw ReplayObstacle(
          """
          \(size) would be held in memory, and a replay holds at most \(context.limits.dataSize)
          """)
      }
      return .callsBack(.data(try content.make(size)), .bytes)
    case .chunks: return .chunks(try content.make(size), failure: nil)
    }
  }

  /// Delivers nothing but the fact.
  func empty() -> ReplayScript {
    switch arrival {
    case .file: .callsBack(.file(SampleContent.empty), .file)
    case .directory: .callsBack(.folder([:]), .directory)
    case .bytes: .callsBack(.data(SampleContent.empty), .bytes)
    case .chunks: .chunks(.empty, failure: nil)
    }
  }

  /// A few files. What their archive takes beside them depends on the archiver.
  private func files(_ size: ByteCount) -> [String: SampleContent] {
    let half = Int(size.bytes / 2)
    return [
      "Info.txt": .text(bytes: 200),
      "Contents/1.jpeg": Self.sparse(.jpeg(bytes: half, seed: 1)),
      "Contents/2.jpeg": Self.sparse(.jpeg(bytes: Int(size.bytes) - half, seed: 2)),
    ]
  }

  private static func sparse(_ content: SampleContent) -> SampleContent {
    content.count > 1 << 20 ? content.sparse() : content
  }
}
