package import IntakeModel
import JSONSyntax

extension Manifest {
  /// Reads a manifest.
  ///
  /// - Throws: ``DocumentError`` with the place of what is wrong.
  package init(reading bytes: [UInt8]) throws(DocumentError) {
    let fields = try EvidenceFields(reading: bytes)
    let version = try fields.integer("version")
    guard version == Self.version else {
      throw fields.error("version", "version \(Self.version); a newer intake reads newer ones")
    }
    time = try fields.integer("time")
    contentDigest = try fields.digest("contentDigest")
    let verdict = try fields.object("verdict")
    self.verdict = EvidenceVerdict(
      result: try verdict.choice("result", EvidenceVerdict.Result.init(rawValue:), "a result"),
      reasons: try verdict.texts("reasons"))
    change = try Change(reading: fields.object("change"))
    sources = []
    for source in try fields.objects("sources") {
      sources.append(try SourceReport(reading: source))
    }
    members = []
    var paths: Set<EvidencePath> = []
    for fields in try fields.objects("members") {
      let member = EvidenceMember(
        path: try fields.path("path"), size: try fields.count("size"),
        digest: try fields.digest("sha256", prefix: ""), source: try fields.text("source"))
      guard SealingMember(rawValue: member.path.text) == nil else {
        throw fields.error("path", "a member that is not one of those that seal the archive")
      }
      guard paths.insert(member.path).inserted else {
        throw fields.error("path", "a path that is not listed before")
      }
      members.append(member)
    }
    guard members.count <= EvidenceLimits.members else {
      throw fields.error("members", "at most \(EvidenceLimits.members) members")
    }
  }
}

extension SourceReport {
  fileprivate init(reading fields: EvidenceFields) throws(DocumentError) {
    let state: State
    switch try fields.text("state") {
    case "present": state = .present
    case "truncated": state = .truncated(at: try fields.count("truncatedAt"))
    case "timed-out": state = .timedOut(afterSeconds: try fields.count("timedOutAfter"))
    case "absent": state = .absent
    case "failed": state = .failed
    default:
      throw fields.error("state", "one of \(State.names.joined(separator: ", "))")
    }
    self.init(
      name: try fields.text("name"), state: state,
      redactions: Int(clamping: try fields.count("redactions")),
      note: try fields.optionalText("note"),
      memberCount: Int(clamping: try fields.count("members")), bytes: try fields.count("bytes"))
  }
}

extension Change {
  init(reading fields: EvidenceFields) throws(DocumentError) {
    var parents: [ObjectName] = []
    for text in try fields.texts("parents") {
      guard let name = ObjectName(text) else {
        throw fields.error("parents", "the names of commits")
      }
      parents.append(name)
    }
    var difference: Difference?
    if try !fields.boolean("isClean") {
      let object = try fields.object("difference")
      difference = Difference(
        fileCount: Int(clamping: try object.count("files")), digest: try object.digest("digest"))
    }
    self.init(
      commit: try fields.choice("commit", { ObjectName($0) }, "the name of a commit"),
      tree: try fields.choice("tree", { ObjectName($0) }, "the name of a tree"), parents: parents,
      branch: try fields.optionalText("branch"), time: try fields.integer("time"),
      difference: difference, contractDigest: try fields.optionalDigest("contractDigest"))
  }
}
