import BenchResults
import IntakeModel
import JSONSyntax
import ShareContract
import UniformTypes

/// Decisions without input and output: selection, activation rules, the registry of types. Tells microseconds of each.
enum LookUpsWorker {
  static func run(_ arguments: WorkerArguments) async throws {
    let registry = TypeRegistry.standard
    let rounds = try arguments.number("rounds")
    let declared = types.map { Representation($0, delivery: .file) }
    let rule = SelectionRule(accepting: ["public.image", "public.movie", "com.adobe.pdf"])
    measure("selection", rounds) {
      Selection.choose(from: declared, by: rule, in: registry).candidates.count
    }
    let share = [SharedItem(attachments: Array(repeating: Array(types.prefix(2)), count: 20))]
    var times: [Double] = []
    var explained: [Double] = []
    for text in try predicates(arguments) {
      let rule = try ActivationRule(predicate: text)
      times.append(
        microseconds(max(1, rounds / 20)) {
          rule.appears(for: share, in: registry) ? 1 : 0
        })
      explained.append(
        microseconds(max(1, rounds / 100)) {
          rule.decision(for: share, in: registry).appears ? 1 : 0
        })
    }
    guard let spread = Spread(of: times), let reasons = Spread(of: explained) else {
      throw BenchError("there are no rules")
    }
    Worker.tell("rule", spread.median)
    Worker.tell("slowest-rule", spread.most)
    Worker.tell("explained-rule", reasons.most)
    var place = 0
    measure("conformance", rounds * 10) {
      place += 1
      return registry.conforms(types[place % types.count], to: "public.image") ? 1 : 0
    }
    measure("extension", rounds * 10) {
      place += 1
      return registry.type(filenameExtension: extensions[place % extensions.count]).isDynamic
        ? 1 : 0
    }
  }

  /// What Photos, Files and Safari declare, as one attachment.
  private static let types: [TypeIdentifier] = [
    "public.heic", "public.jpeg", "com.apple.live-photo", "public.png", "com.adobe.pdf",
    "public.file-url", "public.url", "public.plain-text", "com.apple.quicktime-movie",
    "com.example.unknown",
  ]

  private static let extensions = ["jpg", "heic", "pdf", "mov", "docx", "unknown"]

  /// The predicates of a file of facts; one of the same form where there is none.
  private static func predicates(_ arguments: WorkerArguments) throws -> [String] {
    guard arguments.has("rules") else { return [predicate] }
    let document = try JSONReader(.strict).read(try Files.read(try arguments.text("rules")))
    let rules = (document.array ?? []).filter { $0["form"]?.string == "predicate" }
    return rules.compactMap { $0["rule"]?.string }
  }

  private static let predicate = """
    SUBQUERY (extensionItems, $extensionItem, SUBQUERY ($extensionItem.attachments, $attachment, \
    (ANY $attachment.registeredTypeIdentifiers UTI-CONFORMS-TO "public.data")).@count == \
    $extensionItem.attachments.@count ).@count > 0
    """

  private static func measure(_ name: String, _ rounds: Int, _ body: () -> Int) {
    Worker.tell(name, microseconds(rounds, body))
  }

  /// The mean of many calls, behind some that do not count.
  private static func microseconds(_ rounds: Int, _ body: () -> Int) -> Double {
    var sum = 0
    for _ in 0..<(rounds / 10) { sum &+= body() }
    let start = ContinuousClock.now
    for _ in 0..<rounds { sum &+= body() }
    let time = Worker.seconds(since: start)
    // Read, so that nothing of it is left out.
    precondition(sum >= 0)
    return time / Double(rounds) * 1e6
  }
}
