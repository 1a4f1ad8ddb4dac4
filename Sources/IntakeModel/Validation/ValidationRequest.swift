package import UniformTypes

/// Asks for the verdict on one piece of content.
package struct ValidationRequest: Sendable, Hashable {
  /// Comes back in the reply, so that an answer is never taken for that to another question.
  package var number: UInt64
  /// `nil` for a type that is too long for a line, or is none: then the content alone must tell.
  package var type: TypeIdentifier?
  package var limits: ValidationLimits

  package init(number: UInt64, type: TypeIdentifier, limits: ValidationLimits) {
    self.number = number
    self.type = type.isWellFormed && type.rawValue.utf8.count <= 255 ? type : nil
    self.limits = limits
  }

  private init(number: UInt64, type: TypeIdentifier?, limits: ValidationLimits) {
    self.number = number
    self.type = type
    self.limits = limits
  }

  package var line: String {
    let numbers: [Int64] = [
      limits.contentSize.bytes, limits.decodedSize.bytes, Int64(max(0, limits.frames)),
      Int64(max(0, limits.objects)), Int64(max(0, limits.entries)), limits.expandedSize.bytes,
      Int64(max(0, limits.ratio)), limits.time.wholeMilliseconds,
    ]
    return "validate \(number) \(type?.rawValue ?? "-") "
      + numbers.map(String.init).joined(separator: " ")
  }

  package init?(line: String) {
    guard let words = ValidationLine.words(line, "validate"), words.count == 10,
      let number = UInt64(words[0])
    else { return nil }
    let numbers = words[2...].compactMap { Int64($0) }.filter { $0 >= 0 }
    guard numbers.count == 8 else { return nil }
    self.init(
      number: number, type: words[1] == "-" ? nil : TypeIdentifier(String(words[1])),
      limits: ValidationLimits(
        contentSize: ByteCount(bytes: numbers[0]), decodedSize: ByteCount(bytes: numbers[1]),
        frames: Int(clamping: numbers[2]), objects: Int(clamping: numbers[3]),
        entries: Int(clamping: numbers[4]), expandedSize: ByteCount(bytes: numbers[5]),
        ratio: Int(clamping: numbers[6]), time: .milliseconds(numbers[7])))
  }
}

extension Duration {
  /// The milliseconds, at least zero; a part of one counts as one, and no number overflows.
  package var wholeMilliseconds: Int64 {
    let (seconds, attoseconds) = components
    guard seconds >= 0, attoseconds >= 0 else { return 0 }
    let (product, overflow) = seconds.multipliedReportingOverflow(by: 1000)
    if overflow { return .max }
    let part = (attoseconds + 999_999_999_999_999) / 1_000_000_000_000_000
    return product > .max - part ? .max : product + part
  }
}
