/// The names of all members of a contract, in the order in which they are written.
package enum ContractKeys {
  package static let document = [
    "$schema", "version", "name", "accept", "refuse", "directories", "limits", "validation",
    "batch", "rows",
  ]
  package static let accepted = ["type", "load", "maximumSize"]
  package static let refused = ["type", "message"]
  package static let limits = [
    "fileSize", "batchSize", "count", "containerSize", "containerCount", "loadTimeout",
  ]
  package static let validation = ["refuse", "limits", "scan"]
  package static let validationLimits = [
    "contentSize", "decodedSize", "frames", "objects", "entries", "expandedSize", "ratio", "time",
  ]
  package static let row = [
    "id", "source", "content", "declares", "attachments", "items", "expect", "appears", "tests",
    "device",
  ]
  package static let expectation = ["result", "representation", "load", "content"]
}
