import IntakeModel
import JSONSyntax

extension InputContract.Validation {
  func write(_ json: inout JSONWriter) {
    let refused = ContentDoubt.allCases.filter(refusedDoubts.contains).map(\.rawValue)
    json.key("refuse")
    json.array(refused, onOneLine: true) { $0.string($1) }
    json.key("limits")
    json.object { limits.write(&$0) }
    if let scan { json.member("scan", scan.rawValue) }
  }
}

extension InputContract.Validation.Limits {
  fileprivate func write(_ json: inout JSONWriter) {
    if let contentSize { json.member("contentSize", contentSize.unitText) }
    if let decodedSize { json.member("decodedSize", decodedSize.unitText) }
    if let frames { json.member("frames", frames) }
    if let objects { json.member("objects", objects) }
    if let entries { json.member("entries", entries) }
    if let expandedSize { json.member("expandedSize", expandedSize.unitText) }
    if let ratio { json.member("ratio", ratio) }
    if let time { json.member("time", DurationText.exact(time)) }
  }
}
