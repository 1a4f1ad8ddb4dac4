import IntakeModel
import JSONSyntax

/// What is wrong with a document, as it is found.
///
/// Bounded, since a document from outside can be wrong in every place: the rest is counted.
struct ProblemList {
  /// The most errors, and the most warnings, that are kept. So many that the first hundred of a document are
  /// among them, although they are not found in their order.
  private static let capacity = 1_000
  /// The most problems that are reported.
  static let maximumCount = 100

  private var errors: [ContractProblem] = []
  private var warnings: [ContractProblem] = []
  private var dropped = 0

  var hasErrors: Bool { !errors.isEmpty }

  /// Whether more errors are only counted, so that nobody needs to think of advice.
  var isFull: Bool { errors.count >= Self.capacity }

  mutating func error(_ message: String, advice: String? = nil, at place: JSONPlace?) {
    add(ContractProblem(.error, message, advice: advice, at: place.map(DocumentPlace.init)))
  }

  mutating func warn(_ message: String, advice: String? = nil, at place: JSONPlace?) {
    add(ContractProblem(.warning, message, advice: advice, at: place.map(DocumentPlace.init)))
  }

  private mutating func add(_ problem: ContractProblem) {
    switch problem.severity {
    case .error where !isFull: errors.append(problem)
    case .warning where warnings.count < Self.capacity: warnings.append(problem)
    default: dropped += 1
    }
  }

  /// Adds all of another list.
  mutating func append(_ other: ProblemList) {
    dropped += other.dropped
    for problem in other.errors + other.warnings { add(problem) }
  }

  /// Says of each error what lies behind it.
  mutating func explain(_ reason: String) {
    errors = errors.map { problem in
      ContractProblem(
        .error, "\(reason): \(problem.message)", advice: problem.advice, at: problem.place)
    }
  }

  /// The first by their place, and how many are left out. Where there are too many, errors are shown rather than
  /// warnings. Those of one place keep their order.
  var sorted: (problems: [ContractProblem], omitted: Int) {
    let shownErrors = Self.sort(errors).prefix(Self.maximumCount)
    let shownWarnings = Self.sort(warnings).prefix(Self.maximumCount - shownErrors.count)
    let shown = Self.sort(Array(shownErrors) + Array(shownWarnings))
    return (shown, errors.count + warnings.count - shown.count + dropped)
  }

  private static func sort(_ problems: [ContractProblem]) -> [ContractProblem] {
    problems.enumerated()
      .sorted { ($0.element.order, $0.offset) < ($1.element.order, $1.offset) }
      .map(\.element)
  }
}

extension ContractProblem {
  fileprivate var order: JSONPlace {
    if case .line(let line, let column) = place {
      JSONPlace(line: line, column: column)
    } else {
      JSONPlace(line: 0, column: 0)
    }
  }
}

extension DocumentPlace {
  init(_ place: JSONPlace) { self = .line(place.line, column: place.column) }
}

extension DocumentError {
  init(_ error: JSONError) {
    self.init(error.message, at: DocumentPlace(error.place))
  }
}
