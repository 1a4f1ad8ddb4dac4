import ChangeEvidence
import IntakeModel

/// Which error ends the command with which status. All of the mapping is here.
///
/// 2 says that the command line has to change, 1 that the world has to (a container that is
/// missing, full or read-only, a disk, a file, a document, an identifier, a lease), and 70 that
/// this program has to: what it reports then should not happen, whatever the world looks like.
extension ExitStatus {
  package init(_ error: any Error) {
    switch error {
    case is UsageError: self = .usage
    case is OutputError, is InputDocumentError, is DocumentError, is GateError, is EvidenceError:
      self = .refusals
    case let error as IntakeError: self.init(error.code)
    // A signal's own status takes the place of this one. Without a signal nothing should be
    // cancelled.
    default: self = .fault
    }
  }

  private init(_ code: IntakeError.Code) {
    switch code {
    // An argument of which only the pipeline can tell that it makes no sense.
    case .invalidArgument: self = .usage
    // The command used something that it had closed, or SQL of ours failed.
    case .closed, .catalogFailed: self = .fault
    default: self = .refusals
    }
  }
}
