import IntakeModel

/// Which option would let in what was refused. The messages of the pipeline know nothing of options.
enum RefusalAdvice {
  /// Advice for the refusals with the code of this name; `nil` where no option helps.
  ///
  /// - Parameter hasContract: Whether a contract says what is accepted, and no option can.
  static func text(_ code: String, hasContract: Bool) -> String? {
    switch code {
    case IntakeError.Code.overFileLimit.name: "'--max-file SIZE' lets larger files in."
    case IntakeError.Code.overBatchLimit.name: "'--max-batch SIZE' lets more bytes in at once."
    case IntakeError.Code.overCountLimit.name: "'--max-count N' lets more files in at once."
    case IntakeError.Code.containerFull.name:
      "'intake inbox sweep' makes room; '--max-container SIZE' allows for more."
    case IntakeError.Code.loadTimedOut.name: "'--timeout DURATION' waits longer."
    case IntakeError.Code.sourceIsDirectory.name: "'--directories zip' stores packages as archives."
    case IntakeError.Code.noAcceptedType.name where hasContract:
      "the 'accept' of the contract says which types are taken."
    case IntakeError.Code.typeRefused.name where hasContract:
      "the 'refuse' of the contract says which types are not taken."
    case IntakeError.Code.noAcceptedType.name:
      "'--accept TYPE' may be repeated; 'intake types match NAME' tells the type of a name."
    default: nil
    }
  }
}
