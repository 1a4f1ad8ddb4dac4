import IntakeModel
import JSONSyntax

// How content has to open.
extension ContractReading {
  mutating func readValidation(_ node: JSONNode?) -> InputContract.Validation? {
    guard let node, document.isObject(node, "'validation'", keys: ContractKeys.validation) else {
      return nil
    }
    return InputContract.Validation(
      refusing: readDoubts(node["refuse"]), limits: readValidationLimits(node["limits"]),
      scan: document.choice(node["scan"], "'scan'"))
  }

  private mutating func readDoubts(_ node: JSONNode?) -> Set<ContentDoubt> {
    let what = "'refuse' of 'validation'"
    var doubts: Set<ContentDoubt> = []
    for element in document.array(node, what, limit: 16) ?? [] {
      guard let doubt: ContentDoubt = document.choice(element, "a verdict that is refused") else {
        continue
      }
      if !doubts.insert(doubt).inserted {
        document.problems.error(
          "'\(doubt.rawValue)' stands twice in \(what)", advice: "remove one", at: element.place)
      }
    }
    return doubts
  }

  private mutating func readValidationLimits(
    _ node: JSONNode?
  ) -> InputContract.Validation.Limits {
    var limits = InputContract.Validation.Limits()
    let what = "'limits' of 'validation'"
    guard let node, document.isObject(node, what, keys: ContractKeys.validationLimits) else {
      return limits
    }
    limits.contentSize = readSize(node["contentSize"], "'contentSize'")
    limits.decodedSize = readSize(node["decodedSize"], "'decodedSize'")
    limits.frames = readCount(node["frames"], "'frames'")
    limits.objects = readCount(node["objects"], "'objects'")
    limits.entries = readCount(node["entries"], "'entries'")
    limits.expandedSize = readSize(node["expandedSize"], "'expandedSize'")
    limits.ratio = readCount(node["ratio"], "'ratio'")
    limits.time = readDuration(node["time"], "'time'")
    return limits
  }

  /// What is larger than a validator reads is stored unseen, or always refused, and perhaps nobody meant either.
  mutating func checkValidation(_ contract: InputContract, _ node: JSONNode) {
    guard let validation = contract.validation, let read = validation.limits.contentSize,
      let limit = contract.limits.fileSize, read < limit
    else { return }
    let end =
      validation.refusedDoubts.contains(.notValidated)
      ? "is refused, though 'fileSize' allows it" : "is stored, and nobody has opened it"
    document.problems.warn(
      "'contentSize' is \(read), less than the \(limit) of 'fileSize': content between the two \(end)",
      advice: "raise 'contentSize', or lower 'fileSize'",
      at: node["limits"]?["contentSize"]?.place ?? node.place)
  }
}
