import BenchResults

/// What is measured.
enum Scenario: String, CaseIterable, Sendable {
  case a, b, c, d, e, f, g, h, i, j, k, l
  case responsiveness
  case growth

  var title: String {
    switch self {
    case .a: "1,000 photos of 3 MB"
    case .b: "10,000 files of 50 KB"
    case .c: "one file of 4 GB"
    case .d: "a mixed share of 200 real files, with refusals and lies"
    case .e: "100,000 attachments of 4 KB as a stream"
    case .f: "64 request bodies of 32 MB at once, in chunks of 16 KB, from slow producers"
    case .g: "cancelling in the middle of (a)"
    case .h: "taking and reading 10,000 entries of an inbox by two processes"
    case .i: "importing 1,000 PDF documents into a library, with validation"
    case .j: "exporting and verifying evidence, and storing a package as zip"
    case .k: "selection, activation rules, registry"
    case .l: "start of the command"
    case .responsiveness: "how late another task is during (a)"
    case .growth: "system calls and allocations by the number of attachments"
    }
  }

  /// Whether a figure is to be reached in it; the others are measured where they are asked for.
  var hasGoal: Bool { self != .h && self != .i }

  /// - Throws: ``BenchError`` and others where it cannot be measured; `CancellationError`.
  func run(_ context: BenchContext) async throws -> ScenarioResult {
    switch self {
    case .a: try await PhotosScenario(context: context).run()
    case .b: try await SmallFilesScenario(context: context).run()
    case .c: try await LargeFileScenario(context: context).run()
    case .d: try await MixedScenario(context: context).run()
    case .e: try await StreamScenario(context: context).run()
    case .f: try await BodiesScenario(context: context).run()
    case .g: try await CancelScenario(context: context).run()
    case .h: try await InboxScenario(context: context).run()
    case .i: try await LibraryScenario(context: context).run()
    case .j: try await ArchiveScenario(context: context).run()
    case .k: try await LookUpsScenario(context: context).run()
    case .l: try await StartScenario(context: context).run()
    case .responsiveness: try await ResponsivenessScenario(context: context).run()
    case .growth: try await GrowthScenario(context: context).run()
    }
  }
}
