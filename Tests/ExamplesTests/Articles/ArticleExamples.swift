import AttachmentIntake
import ChangeEvidence
import IntakeTesting
import ShareContract
import UniformTypes

// The examples of the documentation, word for word: a test compares them.

// AttachmentIntake
/// Takes in what was shared, and returns what the app may take out, in the same order.
func takeIn(_ attachments: [Attachment], to folder: String) async throws -> [AttachmentID?] {
  try await SharedContainer.withContainer(at: folder) { container in
    let pipeline = try IntakePipeline(
      into: container, configuration: .init(accepting: ["public.image", "com.adobe.pdf"]))
    return try await pipeline.ingest(attachments).map { $0.stored?.id }
  }
}
// end

// ChoosingLimits
/// Pictures from phones, taken in by a worker that serves many requests at once.
func limitsForPictures() -> IntakePipeline.Configuration {
  var limits = IntakePipeline.Configuration(accepting: ["public.image"])
  limits.maximumFileSize = .mebibytes(50)
  limits.maximumCount = 200
  limits.container = ContainerLimits(bytes: .gibibytes(20), count: 100_000)
  limits.minimumFreeSpace = .gibibytes(1)
  limits.memoryBudget = .mebibytes(16)
  limits.maximumConcurrentLoads = 16
  limits.loadTimeout = .seconds(30)
  return limits
}
// end

// LifeOfASharedFile
/// Takes the attachment that has waited longest, and writes it to `write`.
func handOn(
  from inbox: Inbox, to write: ([UInt8]) async throws -> Void
) async throws -> AttachmentID? {
  guard let taken = try await inbox.take() else { return nil }
  do {
    let reader = try await taken.open()
    defer { reader.close() }
    while let chunk = try await reader.next() { try await write(chunk) }
  } catch {
    try await taken.giveBack()
    throw error
  }
  try await taken.finish()
  return taken.id
}
// end

// ManyWorkers
/// One worker of many: takes what has waited longest, until there is nothing left or it is cancelled.
func work(
  inFolder folder: String, on attachment: (AttachmentReader) async throws -> Void
) async throws {
  try await SharedContainer.withContainer(at: folder) { container in
    let inbox = Inbox(container)
    while try await inbox.withNext(attachment) != nil { try Task.checkCancellation() }
  }
}
// end

// Recovery
/// Opens a container, and tells what the recovery found.
func openAndReport(folder: String) async throws -> SharedContainer {
  let container = try await SharedContainer.open(at: folder)
  let found = container.recovery
  if !found.isClean {
    print("\(found.deadOwners) processes had died, \(found.unfinished) copies were unfinished")
  }
  for failure in found.failures { print("\(failure.id) is in the way: \(failure.message)") }
  return container
}
// end

// WhatEvidenceProves
/// Whether a text that is to go into an archive holds one of these words, or something that looks like content.
func mayLeave(_ text: String, without words: [String]) -> Bool {
  PrivacyCheck(privateWords: words).findings(in: Array(text.utf8), of: "notes.txt").isEmpty
}
// end

// TestingAShareExtension
/// Whether the shares of these rows come out as the contract promises.
func comesOutAsPromised(_ rows: [ContractRow], of contract: InputContract) async throws -> Bool {
  let shares = try rows.map { try ShareRecord(replaying: $0, of: contract) }
  let totals = try await ShareReplay(contract).run(shares) { result in
    for difference in result.differences { print("\(difference)") }
  }
  return totals[.same] == shares.count
}
// end

// TestingAShareExtension
/// A source that fails with its best representation, and lies about the next one.
func awkwardSource() -> ScriptedProvider {
  struct NotReachable: Error {}
  return ScriptedProvider(
    name: "IMG_1.HEIC",
    [
      .init("public.heic", .error(NotReachable())),
      .init("public.jpeg", .file(.png(bytes: 4096)), when: .atOnce).then(.nothing),
    ])
}

/// What a pipeline makes of it: the copy is of the type that its content is.
func takeInAwkwardSource() async throws -> Outcome {
  try await withTemporaryFolder { folder in
    try await SharedContainer.withContainer(at: folder.path(of: "group")) { container in
      let pipeline = try IntakePipeline(
        into: container, configuration: .init(accepting: ["public.image"]))
      return try await pipeline.ingest(Attachment(awkwardSource()))
    }
  }
}
// end

// ShareContract
/// The rows of a contract for which the extension would not appear as it should.
func rowsThatTheRuleMisses(contractFile: [UInt8], infoPlist: [UInt8]) throws -> [String] {
  let list = try ExtensionPropertyList(reading: infoPlist)
  let contract = try InputContract(reading: contractFile, registry: list.registry)
  guard let rule = list.rule else { return contract.rows.map(\.id) }
  return contract.rows.filter { row in
    rule.decision(for: row.items, in: list.registry).appears != row.appears
  }.map(\.id)
}
// end

// WritingAContract
/// A pipeline that takes what the contract says, and what becomes of a batch under it.
func pipeline(
  into container: SharedContainer, contractFile bytes: [UInt8]
) throws -> (pipeline: IntakePipeline, options: BatchOptions) {
  let contract = try InputContract(reading: bytes)
  let pipeline = try IntakePipeline(into: container, configuration: .init(contract))
  return (pipeline, BatchOptions(policy: contract.batchPolicy))
}
// end

// UniformTypes
/// The type of a file by its first bytes, or else by its name, where it is a picture.
func pictureType(prefix: [UInt8], filenameExtension: String) -> TypeIdentifier? {
  let registry = TypeRegistry.standard
  let type =
    ContentSignature.identify(prefix: prefix)
    ?? registry.type(filenameExtension: filenameExtension)
  return registry.conforms(type, to: "public.image") ? type : nil
}
// end
