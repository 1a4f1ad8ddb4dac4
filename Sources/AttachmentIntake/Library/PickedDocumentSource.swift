/// Makes a picked document a source of one attachment: read in place, in a coordinated section.
struct PickedDocumentSource: StepReporting {
  let document: PickedDocument
  let registry: TypeRegistry
  let steps: ImportSteps
  /// Called when it is this document's turn.
  let willBegin: @Sendable () async -> Void

  func representations() async throws -> [Representation] {
    let types = document.types(in: registry)
    if let first = types.first { steps.declared(first) }
    await willBegin()
    return types.map { Representation($0, delivery: .inPlaceFile) }
  }

  func load(_ representation: Representation, into receiver: any LoadReceiver) async throws {
    let steps = steps
    steps.begin(representation.type)
    try await AccessSection.read(document.access, steps: steps) { path in
      try receiver.receiveFile(at: path)
      steps.set(.copy, .done)
    }
  }
}
