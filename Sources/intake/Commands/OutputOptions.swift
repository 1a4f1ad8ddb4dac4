/// Options for output that several commands share.
package enum OutputOptions {
  package static let json = Option<Bool>.flag(
    "json", help: "Write JSON for machines: one object on each line, as it happens.")
}
