import IntakeModel
import ShareContract

#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// Asks for what a record lacks, one value after the other.
///
/// Questions go to standard error, and answers are lines of standard input. Without a terminal, or where it is
/// forbidden, nothing is asked.
struct RecordQuestions {
  private var record: ShareRecord
  private let arguments: ParsedArguments
  private let messages: Messages
  private let mayAsk: Bool
  private var input = LineInput(descriptor: STDIN_FILENO)

  init(_ record: ShareRecord, _ arguments: ParsedArguments, _ context: CommandContext) {
    self.record = record
    self.arguments = arguments
    messages = context.messages
    mayAsk = !arguments[RecordCommand.noInput] && isatty(STDIN_FILENO) == 1
  }

  /// The record with everything that was missing.
  ///
  /// - Throws: ``InputDocumentError`` where the answers end; `CancellationError`.
  mutating func complete() async throws -> ShareRecord {
    guard mayAsk else { return record }
    if record.source == nil {
      let source = try await label("Which app shared", "Photos")
      record.source = source
    }
    if record.content == nil {
      let content = try await label("What was shared, in general", "still photo")
      record.content = content
    }
    if record.seen.isEmpty {
      let seen = try await sights()
      record.seen = seen
    }
    if record.system == nil {
      let name = try await label("The system with its version", "iOS 26.1")
      record.system = name.map { ShareRecord.System(name: $0) }
      record.system?.build = arguments[RecordCommand.systemBuild]
      record.system?.device = arguments[RecordCommand.device]
      record.system?.isFreshInstallation = arguments[RecordCommand.fresh].map { $0 == .yes }
    }
    guard var system = record.system else { return record }
    if system.build == nil {
      system.build = try await label("The build of the system", "23B85", isOptional: true)
    }
    if system.device == nil {
      system.device = try await label("The kind of device", "iPhone17,1", isOptional: true)
    }
    if record.build == nil {
      let build = try await label("The build of the app", "1.4 (210)", isOptional: true)
      record.build = build
    }
    if system.isFreshInstallation == nil { system.isFreshInstallation = try await isFresh() }
    record.system = system
    return record
  }

  /// - Throws: ``UsageError`` where something is needed and cannot be asked.
  func checkNothingIsMissing() throws(UsageError) {
    guard !mayAsk else { return }
    let missing = [
      record.source == nil ? "--source" : nil, record.content == nil ? "--content" : nil,
      record.seen.isEmpty ? "--seen" : nil, record.system == nil ? "--system" : nil,
    ].compactMap { $0 }
    guard missing.isEmpty else {
      throw UsageError(
        "The record lacks \(missing.map { "'\($0)'" }.joined(separator: ", ")).",
        hint: arguments[RecordCommand.noInput]
          ? "Give them, or leave '--no-input' out and answer on a terminal."
          : "Give them, or answer on a terminal.", command: arguments.command)
    }
  }

  // MARK: Questions

  private mutating func label(
    _ question: String, _ example: String, isOptional: Bool = false
  ) async throws -> RecordLabel? {
    while true {
      let skip = isOptional ? "; empty to leave it out" : ""
      let answer = try await answer("\(question) (such as \(example)\(skip)):")
      if isOptional, answer.isEmpty { return nil }
      if let label = RecordLabel(answer) { return label }
      messages.print([
        "  It has 1 to \(RecordLabel.maximumLength) letters, digits, spaces and . , - _ ( ) + & '"
      ])
    }
  }

  private mutating func sights() async throws -> Set<ShareRecord.Sight> {
    let all = ShareRecord.Sight.allCases
    let lines = all.enumerated().map { "  \($0 + 1)  \($1.question)" }
    while true {
      messages.print(["What was to be seen?"] + lines)
      let answer = try await answer("Numbers, with commas between them:")
      let numbers = answer.split { $0 == "," || $0 == " " }.map { Int($0) }
      let seen = numbers.compactMap { number in
        number.flatMap { all.indices.contains($0 - 1) ? all[$0 - 1] : nil }
      }
      let contradiction = RecordCommand.contradictions.first {
        Set(seen).isSuperset(of: [$0, $1])
      }
      if let (one, other) = contradiction {
        messages.print(["  '\(one.rawValue)' and '\(other.rawValue)' cannot both be seen."])
      } else if !seen.isEmpty, seen.count == numbers.count {
        return Set(seen)
      } else {
        messages.print(["  Numbers from 1 to \(all.count)."])
      }
    }
  }

  private mutating func isFresh() async throws -> Bool? {
    while true {
      let text = try await answer(
        "Had the app just been installed for the first time (yes, no; empty to leave it out):")
      switch text.lowercased() {
      case "": return nil
      case "yes", "y": return true
      case "no", "n": return false
      default: messages.print(["  yes or no."])
      }
    }
  }

  private mutating func answer(_ question: String) async throws -> String {
    messages.print([question])
    guard let line = try await input.next() else {
      throw InputDocumentError(
        "standard input", "ended before all was answered; nothing was recorded")
    }
    guard let text = String(validating: line, as: UTF8.self) else { return "\u{FFFD}" }
    var answer = text[...]
    while answer.first == " " { answer.removeFirst() }
    while answer.last == " " { answer.removeLast() }
    return String(answer)
  }
}

extension ShareRecord.Sight {
  fileprivate var question: String {
    switch self {
    case .appeared: "The extension was in the menu"
    case .didNotAppear: "The extension was not in the menu"
    case .pickerCancelled: "I closed the picker without choosing"
    case .downloadedFirst: "The content had to be downloaded first"
    case .opened: "The app showed what was shared"
    case .couldNotOpen: "The app said that it cannot read it"
    }
  }
}
