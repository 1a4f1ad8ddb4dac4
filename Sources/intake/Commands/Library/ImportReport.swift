import AttachmentIntake
import JSONSyntax

/// Tells what became of documents, as it happens.
final class ImportReport {
  private let isJSON: Bool
  private let context: CommandContext
  private var count = 0
  private var refused = 0
  private var bytes = ByteCount.zero
  private var mayPassLater = 0
  private var missingTraits: Set<ValidatorTrait> = []

  init(isJSON: Bool, _ context: CommandContext) {
    self.isJSON = isJSON
    self.context = context
  }

  var status: ExitStatus { refused == 0 ? .success : .refusals }

  func add(_ outcome: ImportOutcome) async throws {
    switch outcome.result {
    case .success(let document):
      count += 1
      bytes += document.content.size
      if let trait = ValidatorTrait(
        missingFor: document.content.verdict, on: document.content.contentType)
      {
        missingTraits.insert(trait)
      }
      if isJSON {
        try await context.output.write(document.jsonLine(position: outcome.position))
      } else {
        let name = DisplayText.escaped(outcome.name ?? "-")
        let doubt = document.content.verdict?.doubt.map { "  (\($0))" } ?? ""
        try await context.output.write(line: "\(document.id)  \(name)\(doubt)")
      }
    case .failure(let error): try await refuse(error, outcome.name, outcome.position)
    }
    try await context.output.flush()
  }

  func add(
    _ result: Result<LinkedDocument, IntakeError>, _ document: PickedDocument, _ position: Int
  ) async throws {
    switch result {
    case .success(let link):
      count += 1
      if isJSON {
        try await context.output.write(link.jsonLine(position: position))
      } else {
        try await context.output.write(
          line: "\(link.id)  \(DisplayText.escaped(link.displayName ?? "-"))")
      }
    case .failure(let error): try await refuse(error, document.name, position)
    }
    try await context.output.flush()
  }

  private func refuse(_ error: IntakeError, _ name: String?, _ position: Int) async throws {
    refused += 1
    if error.code.mayPassLater { mayPassLater += 1 }
    if isJSON {
      try await context.output.write(
        JSONWriter.line { json in
          json.member("position", position)
          json.member("name", name)
          json.member("result", "refused")
          json.member("code", error.code.name)
          json.member("stage", error.stage.rawValue)
          json.member("mayPassLater", error.code.mayPassLater)
          json.member("message", error.message)
        })
    } else {
      context.messages.report("\(name ?? "-"): \(error.message) (\(error.code))")
    }
  }

  func finish() async throws {
    guard !isJSON else { return }
    for trait in ValidatorTrait.allCases where missingTraits.contains(trait) {
      context.messages.report("Hint: \(trait.advice)", style: .plain)
    }
    guard count + refused > 1 || refused > 0 else { return }
    let again = mayPassLater == 0 ? "" : "; \(mayPassLater) may pass later"
    try await context.output.write(line: "\(count) kept, \(bytes); \(refused) refused\(again).")
  }
}
