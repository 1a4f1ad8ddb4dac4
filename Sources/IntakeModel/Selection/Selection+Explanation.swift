extension Selection.Candidate {
  /// Why it is tried, in one sentence without a name or content of the source.
  public var explanation: String {
    guard let accepted else { return "is a directory, and directories are stored as zip" }
    let type = representation.type
    let match = accepted == type ? "is accepted" : "conforms to \(accepted)"
    return isConcrete ? match : "\(match), but names no format"
  }
}

extension Selection.Reason: CustomStringConvertible {
  /// Why it is not tried, in one sentence without a name or content of the source.
  public var description: String {
    switch self {
    case .unknownType: "is not a known type"
    case .notAccepted: "conforms to no accepted type"
    case .onlyOnRequest(let guarded): "is \(guarded), which nothing asks for"
    case .delivery(let delivery): "is not accepted when it comes as \(delivery.explanation)"
    case .refused(let refused): refused.message ?? "is \(refused.type), which is refused"
    case .directory: "is a directory, and directories are refused"
    case .duplicate: "was declared before"
    }
  }
}

extension Selection {
  /// The error for a source of which nothing is worth trying.
  package var refusal: IntakeError {
    if rejected.isEmpty {
      return IntakeError(.noAcceptedType, at: .selection, "the source declares no type at all")
    }
    if let refused = rejected.compactMap(\.refused).first {
      let message =
        refused.message ?? "\(refused.type) is refused; share the content in another format"
      return IntakeError(.typeRefused, at: .selection, message)
    }
    let reasons = rejected.map { "\($0.representation.type) \($0.reason)" }
    let code: IntakeError.Code =
      rejected.contains { $0.reason == .directory } ? .sourceIsDirectory : .noAcceptedType
    let shown = reasons.prefix(8).joined(separator: "; ")
    let more = reasons.count > 8 ? "; and \(reasons.count - 8) more" : ""
    let advice =
      code == .sourceIsDirectory
      ? "take directories as zip, or share the files in it"
      : "accept one of these types, or share another kind of file"
    return IntakeError(code, at: .selection, "\(shown)\(more); \(advice)")
  }
}

extension Selection.Rejection {
  fileprivate var refused: RefusedType? {
    if case .refused(let refused) = reason { refused } else { nil }
  }
}

extension Representation.Delivery {
  fileprivate var explanation: String {
    switch self {
    case .file: "a temporary file"
    case .inPlaceFile: "a file in place"
    case .data: "data in memory"
    case .stream: "a stream"
    }
  }
}
