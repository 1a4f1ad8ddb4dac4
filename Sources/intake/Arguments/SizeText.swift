package import IntakeModel

/// Sizes as a person writes them.
package enum SizeText {
  /// The size in the largest binary unit of which it is a multiple: `16G`, `1536M`, `1000`.
  package static func exact(_ size: ByteCount) -> String {
    var number = size.bytes
    var units = "KMGTPE"[...]
    var unit = ""
    while number != 0, number.isMultiple(of: 1024), let next = units.popFirst() {
      number /= 1024
      unit = String(next)
    }
    return "\(number)\(unit)"
  }
}
