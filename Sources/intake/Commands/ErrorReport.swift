import ChangeEvidence
import IntakeModel

/// What is said of an error that ends the command.
package enum ErrorReport {
  /// What, where, and what would help; `nil` if nothing should be said.
  package static func text(_ error: any Error) -> String? {
    switch error {
    // The reader of our output went away on purpose, as `head` does.
    case OutputError.closed, is CancellationError: nil
    case let error as UsageError: error.description
    case let error as OutputError: error.description
    case let error as InputDocumentError: error.description
    case let error as DocumentError: error.description
    case let error as GateError: error.description
    case let error as EvidenceError: error.description
    case let error as IntakeError:
      ExitStatus(error) == .fault ? fault("\(error)") : error.message + " (\(error.code))"
    default: fault("\(error)")
    }
  }

  private static func fault(_ what: String) -> String {
    """
    This is a fault of intake, not of its use: \(what)
    What was stored before stands. Please report it with this text and the command line.
    """
  }
}
