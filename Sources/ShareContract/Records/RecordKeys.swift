/// The names of all members of a record line of version 1, in the order in which they are written.
package enum RecordKeys {
  package static let share = [
    "version", "kind", "id", "recordedAt", "origin", "row", "source", "content", "system", "build",
    "seen", "items", "omitted",
  ]
  package static let row = ["id", "revision"]
  package static let system = ["name", "build", "device", "freshInstallation"]
  package static let item = ["attachments"]
  package static let attachment = [
    "representations", "result", "microseconds", "handedOver", "readBack",
  ]
  package static let representation = ["type", "delivery", "size", "attempt"]
  package static let attempt = ["order", "arrival", "size", "content", "failure"]
  package static let failure = ["code", "stage", "domain", "number"]
  package static let stored = ["status", "type", "content", "size"]
  package static let refused = ["status", "code", "stage"]
  package static let readBack = ["reader", "failure"]
}
