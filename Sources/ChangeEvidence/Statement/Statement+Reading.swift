package import IntakeModel

extension Statement.Subject {
  /// Reads whom a statement is about.
  ///
  /// - Parameter predicateType: What its predicate must be.
  /// - Throws: ``DocumentError`` with the place of what is wrong.
  package init(reading bytes: [UInt8], predicateType: String) throws(DocumentError) {
    let fields = try EvidenceFields(reading: bytes)
    guard try fields.text("_type") == Statement.type else {
      throw fields.error("_type", "'\(Statement.type)'")
    }
    guard try fields.text("predicateType") == predicateType else {
      throw fields.error("predicateType", "'\(predicateType)'")
    }
    _ = try fields.object("predicate")
    let subjects = try fields.objects("subject")
    func named(_ name: String) throws(DocumentError) -> EvidenceFields {
      for subject in subjects where try subject.text("name") == name {
        return try subject.object("digest")
      }
      throw fields.error("subject", "one with the name '\(name)'")
    }
    self.init(
      commit: try named("commit").choice("gitCommit", { ObjectName($0) }, "the name of a commit"),
      tree: try named("tree").choice("gitTree", { ObjectName($0) }, "the name of a tree"),
      contentDigest: try named("content").digest("sha256", prefix: ""),
      manifestDigest: try named(SealingMember.manifest.rawValue).digest("sha256", prefix: ""))
  }
}

extension Change {
  /// The change that a statement of ours is about, with its verdict.
  ///
  /// - Throws: ``DocumentError``.
  static func attested(
    in statement: [UInt8]
  ) throws(DocumentError) -> (change: Change, verdict: EvidenceVerdict) {
    let predicate = try EvidenceFields(reading: statement).object("predicate")
    let verdict = EvidenceVerdict(
      result: try predicate.choice("result", EvidenceVerdict.Result.init(rawValue:), "a result"),
      reasons: try predicate.texts("reasons"))
    return (try Change(reading: predicate.object("change")), verdict)
  }
}
