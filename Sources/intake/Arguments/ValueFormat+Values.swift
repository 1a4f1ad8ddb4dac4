package import IntakeModel
package import UniformTypes

extension ValueFormat where Value == ByteCount {
  package static let size = ValueFormat(
    expected: "a size", example: "64M or 1.5GB",
    read: { $0.text.flatMap { ByteCount($0) } },
    text: { SizeText.exact($0) })
}

extension ValueFormat where Value == Duration {
  package static let duration = ValueFormat(
    expected: "a duration", example: "30s, 5m, 2h or 7d",
    read: { $0.text.flatMap { DurationText.read($0) } },
    text: { DurationText.exact($0) })
}

extension ValueFormat where Value == Int {
  package static func integer(in range: ClosedRange<Int>) -> ValueFormat {
    ValueFormat(
      expected: range.upperBound == .max
        ? "a whole number, at least \(range.lowerBound)"
        : "a whole number from \(range.lowerBound) to \(range.upperBound)",
      example: "\(range.clamp(4))",
      read: { argument in
        // Digits only: Int would also read "+4".
        guard let text = argument.text, text.utf8.first.map(isDigit) == true else { return nil }
        return Int(text).flatMap { range.contains($0) ? $0 : nil }
      },
      text: { "\($0)" })
  }

  private static func isDigit(_ byte: UInt8) -> Bool {
    (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
  }
}

extension ValueFormat
where Value: CaseIterable & RawRepresentable, Value.RawValue == String, Value.AllCases: Sendable {
  /// One of the cases of an enumeration, by its raw value.
  package static func choice() -> ValueFormat {
    let names = Value.allCases.map(\.rawValue)
    return ValueFormat(
      expected: "one of \(names.joined(separator: ", "))", example: names.first ?? "",
      choices: names,
      read: { $0.text.flatMap { Value(rawValue: $0) } },
      text: { $0.rawValue })
  }
}

extension ValueFormat where Value == String {
  package static func text(_ expected: String, example: String) -> ValueFormat {
    ValueFormat(
      expected: expected, example: example,
      read: { argument in argument.text.flatMap { $0.isEmpty ? nil : $0 } },
      text: { $0 })
  }
}

extension ValueFormat where Value == FilePathArgument {
  package static func path(_ expected: String, example: String) -> ValueFormat {
    ValueFormat(
      expected: expected, example: example,
      read: { FilePathArgument(bytes: $0.bytes) },
      text: { $0.display })
  }
}

extension ValueFormat where Value == TypeIdentifier {
  package static let type = ValueFormat(
    expected: "a type identifier", example: "public.jpeg",
    read: { argument in
      guard let text = argument.text, TypeIdentifier.isWellFormed(text) else { return nil }
      return TypeIdentifier(text)
    },
    text: { $0.rawValue })

  package static let dynamicType = ValueFormat(
    expected: "a dynamic type", example: "dyn.age8u",
    read: { argument in type.read(argument).flatMap { $0.rawValue.hasPrefix("dyn.") ? $0 : nil } },
    text: { $0.rawValue })
}

extension ValueFormat {
  /// The identifier of an attachment or of a lease.
  package static func identifier<Tag>(_ expected: String) -> ValueFormat
  where Value == UniqueID<Tag> {
    ValueFormat(
      expected: expected, example: "0190163d-8694-739b-aea5-966c26f8ad91",
      read: { $0.text.flatMap { UniqueID<Tag>($0) } },
      text: { $0.description })
  }
}

extension TypeIdentifier {
  /// Whether `text` is ASCII letters, digits, hyphens and dots, as identifiers of types are, and
  /// not a path.
  fileprivate static func isWellFormed(_ text: String) -> Bool {
    text.contains(".") && !text.hasPrefix(".") && !text.hasSuffix(".") && text.utf8.count <= 255
      && text.unicodeScalars.allSatisfy { scalar in
        scalar.isASCII
          && (scalar.properties.isAlphabetic || "0123456789-._".unicodeScalars.contains(scalar))
      }
  }
}

extension ClosedRange {
  fileprivate func clamp(_ value: Bound) -> Bound {
    Swift.min(Swift.max(value, lowerBound), upperBound)
  }
}
