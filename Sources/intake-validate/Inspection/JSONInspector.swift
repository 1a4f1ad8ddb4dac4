import IntakeModel
import JSONSyntax

/// Reads JSON, strictly.
struct JSONInspector {
  private let limits = JSONReader.Limits()

  func verdict(on bytes: UnsafeRawBufferPointer) -> ContentVerdict {
    guard bytes.count <= limits.size else { return .notValidated(.overSizeLimit) }
    // Counted first: the reader's error does not say whether a limit of its own was the reason.
    let shape = JSONShape(of: bytes)
    if shape.depth > limits.depth {
      return .refused(.depth, found: Int64(shape.depth), limit: Int64(limits.depth))
    }
    if shape.values > limits.values { return .notValidated(.overSizeLimit) }
    let text = Array(bytes)
    guard UTF8Check.firstInvalid(in: text) == nil else { return .invalid(.encoding) }
    do throws(JSONError) {
      _ = try JSONReader(.strict).read(text)
      return .valid(ContentFacts())
    } catch {
      return .invalid(.damaged)
    }
  }
}

/// How large the tree of a text would be, if it is JSON.
private struct JSONShape {
  /// How deep arrays and objects lie in each other.
  private(set) var depth = 0
  /// The most values that there can be.
  private(set) var values = 1

  init(of bytes: UnsafeRawBufferPointer) {
    var open = 0
    var isInString = false
    var isEscaped = false
    for byte in bytes {
      if isInString {
        if isEscaped {
          isEscaped = false
        } else if byte == UInt8(ascii: "\\") {
          isEscaped = true
        } else if byte == UInt8(ascii: "\"") {
          isInString = false
        }
        continue
      }
      switch byte {
      case UInt8(ascii: "\""): isInString = true
      case UInt8(ascii: "["), UInt8(ascii: "{"):
        open += 1
        values += 1
        depth = max(depth, open)
      case UInt8(ascii: "]"), UInt8(ascii: "}"): open -= 1
      case UInt8(ascii: ","): values += 1
      default: break
      }
    }
  }
}
