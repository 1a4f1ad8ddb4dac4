import IntakeModel
import UniformTypes

/// Reads a property list in XML or in the binary form.
struct PropertyListInspector {
  func verdict(on bytes: UnsafeRawBufferPointer) -> ContentVerdict {
    guard bytes.count <= PropertyListValue.maximumSize else { return .notValidated(.overSizeLimit) }
    let text = Array(bytes)
    if isOldForm(text) { return .notValidated(.unsupportedFeature) }
    do throws(PropertyListError) {
      _ = try PropertyListValue(reading: text)
      return .valid(ContentFacts())
    } catch {
      return .invalid(.damaged)
    }
  }

  /// Whether it begins as the form before XML does, which is not read.
  private func isOldForm(_ text: [UInt8]) -> Bool {
    let isSpace: (UInt8) -> Bool = { [0x20, 0x09, 0x0A, 0x0D].contains($0) }
    guard let first = text.first(where: { !isSpace($0) }) else { return false }
    return [UInt8(ascii: "{"), UInt8(ascii: "("), UInt8(ascii: "/")].contains(first)
  }
}
