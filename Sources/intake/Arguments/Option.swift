/// An option of a command, declared once; `Value` is what a command reads of it.
///
/// A flag reads as `Bool`, an option with a default as its value, one without as an optional, and
/// one that may be repeated as an array.
package struct Option<Value: Sendable>: Sendable {
  package let declaration: OptionDeclaration
  /// Reads the occurrences, each of which the declaration accepts.
  let read: @Sendable ([RawArgument]) -> Value

  private init(
    declaration: OptionDeclaration, read: @escaping @Sendable ([RawArgument]) -> Value
  ) {
    self.declaration = declaration
    self.read = read
  }
}

extension Option where Value == Bool {
  /// An option without a value.
  package static func flag(_ name: String, short: Character? = nil, help: String) -> Self {
    let declaration = OptionDeclaration(
      name: name, short: short, placeholder: nil, help: help, defaultText: nil, repeats: false,
      expected: "", example: "", choices: [], namesFile: false, accepts: { _ in true })
    return Self(declaration: declaration) { !$0.isEmpty }
  }
}

extension Option {
  /// An option that holds `fallback` where it is not given.
  package static func value(
    _ name: String, short: Character? = nil, _ placeholder: String, _ format: ValueFormat<Value>,
    default fallback: Value, help: String
  ) -> Self {
    let declaration = OptionDeclaration(
      name, short, placeholder, format, help: help, defaultText: format.text(fallback))
    return Self(declaration: declaration) { $0.last.flatMap(format.read) ?? fallback }
  }

  /// An option that need not be given.
  ///
  /// - Parameter otherwise: What help says of the default, where there is one that is found at run
  ///   time.
  package static func value<Base>(
    _ name: String, short: Character? = nil, _ placeholder: String, _ format: ValueFormat<Base>,
    otherwise: String? = nil, help: String
  ) -> Self where Value == Base? {
    let declaration = OptionDeclaration(
      name, short, placeholder, format, help: help, defaultText: otherwise)
    return Self(declaration: declaration) { $0.last.flatMap(format.read) }
  }

  /// An option that holds `fallback`, which may be none, where it is not given.
  package static func value<Base>(
    _ name: String, short: Character? = nil, _ placeholder: String, _ format: ValueFormat<Base>,
    orNone fallback: Base?, help: String
  ) -> Self where Value == Base? {
    let declaration = OptionDeclaration(
      name, short, placeholder, format, help: help, defaultText: fallback.map(format.text) ?? "none"
    )
    return Self(declaration: declaration) { $0.last.flatMap(format.read) ?? fallback }
  }

  /// An option that may be given many times.
  package static func list<Base>(
    _ name: String, short: Character? = nil, _ placeholder: String, _ format: ValueFormat<Base>,
    otherwise: String? = nil, help: String
  ) -> Self where Value == [Base] {
    let declaration = OptionDeclaration(
      name, short, placeholder, format, help: help, defaultText: otherwise, repeats: true)
    return Self(declaration: declaration) { $0.compactMap(format.read) }
  }
}

extension OptionDeclaration {
  fileprivate init<Base>(
    _ name: String, _ short: Character?, _ placeholder: String, _ format: ValueFormat<Base>,
    help: String, defaultText: String?, repeats: Bool = false
  ) {
    self.init(
      name: name, short: short, placeholder: placeholder, help: help, defaultText: defaultText,
      repeats: repeats, expected: format.expected, example: format.example,
      choices: format.choices, namesFile: Base.self == FilePathArgument.self,
      accepts: { format.read($0) != nil })
  }
}
