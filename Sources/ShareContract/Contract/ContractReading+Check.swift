import IntakeModel
import JSONSyntax
import UniformTypes

// What no part alone tells: whether the contract contradicts itself.
extension ContractReading {
  mutating func check(_ result: Result, of node: JSONNode) {
    checkAccepted(result)
    checkRefused(result)
    if let limits = node["limits"] { checkLimits(result.contract, limits) }
    if let validation = node["validation"] { checkValidation(result.contract, validation) }
    checkIdentity(of: result)
    // With terms that are wrong, each row would only repeat it.
    guard !document.problems.hasErrors else { return }
    rowsWereJudged = true
    for (row, places) in zip(result.contract.rows, result.rows) where !document.problems.isFull {
      RowCheck(
        row: row, places: places, rule: result.contract.rule,
        validation: result.contract.validation, registry: registry
      )
      .run(&document.problems)
    }
  }

  // MARK: Terms

  private mutating func checkAccepted(_ result: Result) {
    let rule = result.contract.rule
    var first: [TypeIdentifier: JSONPlace] = [:]
    for (accepted, place) in zip(rule.accepted, result.accepted) {
      let type = Quotation.of(accepted.type.rawValue)
      if let earlier = first[accepted.type] {
        document.problems.error(
          "\(type) is accepted twice, first at \(earlier)",
          advice: "keep one, with the terms of both", at: place)
      }
      first[accepted.type] = first[accepted.type] ?? place
      if rule.directories == .refuse, registry.conforms(accepted.type, to: .directory) {
        document.problems.warn(
          "\(type) is a directory, and 'directories' says that those are refused",
          advice: "write \"directories\": \"zip\", or do not accept it", at: place)
      }
      if let size = accepted.maximumSize, let limit = result.contract.limits.fileSize, size > limit
      {
        document.problems.warn(
          "'maximumSize' of \(type) is \(size), more than the \(limit) of 'fileSize', which holds for all",
          advice: "remove it, or raise 'fileSize'", at: place)
      }
    }
  }

  private mutating func checkRefused(_ result: Result) {
    let rule = result.contract.rule
    var before: [(type: TypeIdentifier, place: JSONPlace)] = []
    for (refused, place) in zip(rule.refused, result.refused) {
      let type = Quotation.of(refused.type.rawValue)
      if rule.accepted.contains(where: { $0.type == refused.type }) {
        document.problems.error(
          "\(type) is accepted and refused", advice: "keep one of the two", at: place)
      }
      if let earlier = before.first(where: { $0.type == refused.type }) {
        document.problems.error(
          "\(type) is refused twice, first at \(earlier.place)", advice: "keep one", at: place)
      } else if let earlier = before.first(where: { registry.conforms(refused.type, to: $0.type) })
      {
        document.problems.warn(
          "the refusal of \(type) is never reached: it conforms to "
            + "\(Quotation.of(earlier.type.rawValue)), which is refused at \(earlier.place)",
          advice: "put it before that one, or remove it", at: place)
      }
      before.append((refused.type, place))
    }
  }

  private mutating func checkLimits(_ contract: InputContract, _ node: JSONNode) {
    let limits = contract.limits
    let sizes = [
      ("fileSize", limits.fileSize), ("batchSize", limits.batchSize),
      ("containerSize", limits.containerSize),
    ]
    warnWhereLess(sizes.compactMap { name, size in size.map { (name, $0, "\($0)") } }, in: node)
    let counts = [("count", limits.count), ("containerCount", limits.containerCount)]
    warnWhereLess(counts.compactMap { name, count in count.map { (name, $0, "\($0)") } }, in: node)
  }

  /// Each limit holds more than the ones before it, which otherwise are never reached.
  private mutating func warnWhereLess<Value: Comparable>(
    _ limits: [(name: String, value: Value, text: String)], in node: JSONNode
  ) {
    for (inner, outer) in zip(limits, limits.dropFirst()) where outer.value < inner.value {
      document.problems.warn(
        "'\(outer.name)' is \(outer.text), less than the \(inner.text) of '\(inner.name)', "
          + "which is then never reached",
        advice: "raise '\(outer.name)', or lower '\(inner.name)'",
        at: node[outer.name]?.place ?? node.place)
    }
  }

  // MARK: Rows

  private struct Share: Hashable {
    var source: RecordLabel
    var content: RecordLabel
    var items: [SharedItem]
  }

  private mutating func checkIdentity(of result: Result) {
    var ids: [String: JSONPlace] = [:]
    var shares: [Share: (id: String, place: JSONPlace)] = [:]
    for (row, places) in zip(result.contract.rows, result.rows) {
      if let first = ids[row.id] {
        document.problems.error(
          "the row '\(row.id)' stands twice, first at \(first)", advice: "name each row once",
          at: places.id)
      } else {
        ids[row.id] = places.id
      }
      let share = Share(source: row.source, content: row.content, items: row.items)
      if let first = shares[share] {
        document.problems.error(
          "the row '\(row.id)' says the same source, content and types as '\(first.id)' at \(first.place)",
          advice: "keep one, or say in 'content' what differs", at: places.row)
      } else {
        shares[share] = (row.id, places.row)
      }
    }
  }
}
