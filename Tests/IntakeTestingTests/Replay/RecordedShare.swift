import AttachmentIntake
import IntakeModel
import IntakeTesting
import Synchronization
import UniformTypes

/// Takes attachments in as an app does, and returns the record.
func recordShare(
  _ attachments: [Attachment], by contract: InputContract, itemSizes: [Int]? = nil,
  change: (inout IntakePipeline.Configuration) -> Void = { _ in }
) async throws -> ShareRecord {
  let folder = try TemporaryFolder()
  defer { folder.remove() }
  let made = Mutex<ShareRecord?>(nil)
  var options = BatchOptions(policy: contract.batchPolicy, order: .asGiven)
  var recording = ShareRecording { record in made.withLock { $0 = record } }
  recording.source = "Sample"
  recording.itemSizes = itemSizes
  options.recording = recording
  var configuration = IntakePipeline.Configuration(contract)
  change(&configuration)
  try await SharedContainer.withContainer(at: folder.makeFolder("container")) { container in
    let pipeline = try IntakePipeline(into: container, configuration: configuration)
    _ = try await pipeline.ingest(attachments, options: options) { _ in }
  }
  guard let record = made.withLock({ $0 }) else { throw NoRecord() }
  return record
}

struct NoRecord: Error {}

extension InputContract {
  /// Accepts images, films, PDF, text and whatever else is data, up to a mebibyte each.
  static func sample(_ change: (inout InputContract) -> Void = { _ in }) -> InputContract {
    var contract = InputContract(
      name: "Sample",
      rule: SelectionRule(accepting: [
        "public.heic", "public.image", "public.movie", "com.adobe.pdf", "public.text",
        DynamicType(tags: [.filenameExtension("unheard-of")]).identifier,
      ]))
    contract.limits.fileSize = .mebibytes(1)
    change(&contract)
    return contract
  }
}

/// What a source reports that cannot reach what it has.
struct SampleFault: SourceError {
  var sourceDomain: String
  var sourceNumber: Int
}

extension Attachment {
  /// An attachment that a scripted provider offers.
  static func provider(_ offers: ScriptedProvider.Offer...) -> Attachment {
    Attachment(ScriptedProvider(name: "IMG_1.HEIC", offers))
  }

  /// A JPEG in a file of a declared size.
  static func photo(_ bytes: Int) -> Attachment {
    .provider(.init("public.jpeg", .file(.jpeg(bytes: bytes)), declaredSize: .bytes(bytes)))
  }
}

/// An error of which nothing can be recorded.
struct Unnumbered: Error {}

/// What a row promises, by a name that is not one of the testing library too.
typealias Promise = Expectation
