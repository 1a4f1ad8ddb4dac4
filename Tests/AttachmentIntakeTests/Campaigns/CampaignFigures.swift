import AttachmentIntake

/// What a campaign met, so that one in which nothing was ever cut short does not count as a proof.
struct CampaignFigures: CustomStringConvertible {
  var audits = 0
  /// Processes that were killed before they were done.
  var killed = 0
  /// Recoveries that had something to do.
  var recovered = 0
  var unfinished = 0
  /// Copies that were reported before the end, and that each audit found whole.
  var reported = 0

  mutating func add(_ recovery: RecoveryReport) {
    if !recovery.isClean { recovered += 1 }
    unfinished += recovery.unfinished
  }

  var description: String {
    "\(audits) audits, \(killed) killed, \(recovered) with something to recover, \(unfinished) copies "
      + "taken back, \(reported) reported copies whole"
  }
}
