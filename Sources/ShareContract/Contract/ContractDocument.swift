public import IntakeModel
import JSONSyntax
public import UniformTypes

/// A contract as it was read from its file: what it says, what is wrong with it, and where its rows stand.
///
/// The file is JSON as people write it, with comments and last commas, of version 1. It has at most 2 MiB and
/// 10,000 rows.
public struct ContractDocument: Sendable {
  /// What the file says; `nil` where it has errors.
  public let contract: InputContract?
  /// All that is wrong or doubtful, in the order of the file; at most a hundred.
  public let problems: [ContractProblem]
  /// How many more problems there are.
  public let omittedProblems: Int
  /// Where the rows begin, by their identifiers.
  public let rowPlaces: [String: DocumentPlace]

  /// Where the cap on attachments stands; `nil` where there is none.
  let countPlace: DocumentPlace?
  /// Whether each row was held against the terms; with terms that are wrong, none is.
  public let rowsWereJudged: Bool

  /// Reads and checks a contract.
  ///
  /// - Parameters:
  ///   - bytes: The file, in UTF-8.
  ///   - registry: The known types; add those that the app declares. Unknown ones are doubtful, and no error.
  /// - Complexity: O(*n*) in the length of the file, and O(*d* · *a*) look-ups for *d* declared types in rows
  ///   and *a* accepted and refused ones.
  public init(reading bytes: [UInt8], registry: TypeRegistry = .standard) {
    self.init(read: bytes, registry)
    guard contract == nil, let kind = DocumentKind(of: bytes), kind != .contract else { return }
    // What else is wrong with it is of no interest.
    self.init(ContractProblem(.error, kind.mismatch(expecting: .contract)))
  }

  /// A document of which this is all that is said.
  private init(_ problem: ContractProblem) {
    contract = nil
    problems = [problem]
    omittedProblems = 0
    rowPlaces = [:]
    countPlace = nil
    rowsWereJudged = false
  }

  private init(read bytes: [UInt8], _ registry: TypeRegistry) {
    var reader = JSONReader(.commented)
    reader.limits.size = Self.maximumSize
    reader.limits.values = 200_000
    do throws(JSONError) {
      let node = try reader.read(bytes)
      var reading = ContractReading(registry: registry)
      let placed = reading.read(node)
      (problems, omittedProblems) = reading.document.problems.sorted
      contract = reading.document.problems.hasErrors ? nil : placed?.contract
      rowPlaces = placed?.rowPlaces ?? [:]
      countPlace = reading.countPlace
      rowsWereJudged = reading.rowsWereJudged
    } catch {
      contract = nil
      problems = [ContractProblem(.error, error.message, at: DocumentPlace(error.place))]
      omittedProblems = 0
      rowPlaces = [:]
      countPlace = nil
      rowsWereJudged = false
    }
  }

  /// The most bytes of a contract.
  package static let maximumSize = 2 << 20
}

extension InputContract {
  /// Reads a contract.
  ///
  /// - Throws: The first of the errors that ``ContractDocument`` has.
  public init(
    reading bytes: [UInt8], registry: TypeRegistry = .standard
  ) throws(DocumentError) {
    let document = ContractDocument(reading: bytes, registry: registry)
    if let contract = document.contract {
      self = contract
    } else {
      // A document without a contract has an error, and an error is not among the omitted problems alone.
      throw document.problems.first { $0.severity == .error }?.error
        ?? DocumentError("the contract has errors")
    }
  }
}
