import IntakeModel

/// The reading of the arguments of one command, from left to right.
struct ArgumentReading {
  let definition: CommandDefinition
  let command: String
  private var options: [String: [RawArgument]] = [:]
  private var operands: [RawArgument] = []
  private var operandsFollowHyphens = false

  init(definition: CommandDefinition, command: String) {
    self.definition = definition
    self.command = command
  }

  /// Reads everything; `nil` if help was asked for.
  mutating func read(_ arguments: ArraySlice<RawArgument>) throws(UsageError) -> ParsedArguments? {
    var rest = arguments
    while let argument = rest.popFirst() {
      let bytes = argument.bytes
      if bytes == Self.hyphens {
        operandsFollowHyphens = operands.isEmpty
        operands += rest
        break
      } else if bytes.starts(with: Self.hyphens) {
        if bytes == Array("--help".utf8) { return nil }
        try readLong(argument, &rest)
      } else if bytes.count > 1, bytes[0] == Self.hyphens[0] {
        if try readShorts(argument, &rest) == .helpAskedFor { return nil }
      } else {
        operands.append(argument)
      }
    }
    return ParsedArguments(
      command: command, options: options, operands: try assignOperands(),
      operandsFollowHyphens: operandsFollowHyphens)
  }

  private static let hyphens = Array("--".utf8)

  // MARK: Options

  private mutating func readLong(
    _ argument: RawArgument, _ rest: inout ArraySlice<RawArgument>
  ) throws(UsageError) {
    let body = argument.bytes.dropFirst(2)
    let name = body.prefix { $0 != UInt8(ascii: "=") }
    let given: RawArgument? =
      name.count < body.count ? RawArgument(bytes: Array(body.dropFirst(name.count + 1))) : nil
    let text = RawArgument(bytes: Array(name))
    guard let option = definition.options.first(where: { $0.name == text.text }) else {
      throw unknownLong(text)
    }
    guard option.takesValue else {
      guard given == nil else {
        throw error("'--\(option.name)' takes no value.", "Write just '--\(option.name)'.")
      }
      return options[option.name, default: []].append(RawArgument(""))
    }
    let typed = "--\(option.name)"
    try add(option, value(given, or: &rest, for: option, typed), typed)
  }

  private enum ShortsRead { case done, helpAskedFor }

  private mutating func readShorts(
    _ argument: RawArgument, _ rest: inout ArraySlice<RawArgument>
  ) throws(UsageError) -> ShortsRead {
    var letters = argument.bytes.dropFirst()
    while let byte = letters.popFirst() {
      let letter = Character(Unicode.Scalar(byte))
      guard let option = definition.options.first(where: { $0.short == letter }) else {
        if letter == "h" { return .helpAskedFor }
        throw unknownShort(byte, in: argument)
      }
      guard option.takesValue else {
        options[option.name, default: []].append(RawArgument(""))
        continue
      }
      let attached = letters.isEmpty ? nil : RawArgument(bytes: Array(letters))
      try add(option, value(attached, or: &rest, for: option, "-\(letter)"), "-\(letter)")
      break
    }
    return .done
  }

  /// The value in the option's own argument, or else the argument after it, unless that is plainly
  /// another option.
  private func value(
    _ attached: RawArgument?, or rest: inout ArraySlice<RawArgument>,
    for option: OptionDeclaration, _ typed: String
  ) throws(UsageError) -> RawArgument {
    if let attached { return attached }
    let following = rest.first?.text
    let isOption = definition.options.contains { "--\($0.name)" == following }
    guard !isOption, let value = rest.popFirst() else {
      let what = option.placeholder ?? ""
      throw error(
        "'\(typed)' needs \(option.expected).",
        "For example '--\(option.name) \(option.example)'."
          + (isOption ? " If '\(following ?? "")' is meant, write '--\(option.name)=\(what)'." : "")
      )
    }
    return value
  }

  private mutating func add(
    _ option: OptionDeclaration, _ value: RawArgument, _ typed: String
  ) throws(UsageError) {
    guard option.accepts(value) else {
      let nearest = Suggestion.nearest(to: value.text ?? "", among: option.choices)
      throw error(
        "'\(typed)' cannot be '\(value.display)': expected \(option.expected).",
        nearest.map { "Did you mean '--\(option.name) \($0)'?" }
          ?? "For example '--\(option.name) \(option.example)'.")
    }
    options[option.name, default: []].append(value)
  }

  // MARK: Operands

  /// A command line that would be right, as far as the command does nothing without its parts.
  private func example(of operand: OperandDeclaration) -> String {
    let options = definition.options.filter(\.isRequired).map { " --\($0.name) \($0.example)" }
    return "For example '\(command) \(operand.example)\(options.joined())'."
  }

  private func assignOperands() throws(UsageError) -> [String: [RawArgument]] {
    var rest = operands[...]
    var assigned: [String: [RawArgument]] = [:]
    for operand in definition.operands {
      let values: ArraySlice<RawArgument>
      switch operand.presence {
      case .required where rest.isEmpty:
        throw error(
          "'\(command)' needs \(operand.expected).",
          example(of: operand))
      case .required, .optional:
        values = rest.prefix(1)
      case .repeated, .command:
        values = rest
      }
      rest = rest.dropFirst(values.count)
      for value in values where !operand.accepts(value) {
        throw error(
          "'\(value.display)' is not \(operand.expected).",
          example(of: operand))
      }
      assigned[operand.placeholder] = Array(values)
    }
    if let extra = rest.first {
      throw error("'\(command)' does not expect '\(extra.display)'.", nil)
    }
    return assigned
  }

  // MARK: Errors

  private func unknownLong(_ name: RawArgument) -> UsageError {
    let names = definition.options.map(\.name) + ["help"]
    let nearest = Suggestion.nearest(to: name.text ?? "", among: names)
    return error(
      "'\(command)' has no option '--\(name.display)'.",
      hintOnCommand ?? nearest.map { "Did you mean '--\($0)'?" })
  }

  private func unknownShort(_ byte: UInt8, in argument: RawArgument) -> UsageError {
    let letter = DisplayText.escaped([byte])
    let isBundle = argument.bytes.count > 2
    var hint = hintOnCommand
    if hint == nil, isBundle, let text = argument.text {
      let names = definition.options.map(\.name)
      hint = Suggestion.nearest(to: String(text.dropFirst()), among: names)
        .map { "Did you mean '--\($0)'?" }
    }
    if hint == nil, !definition.operands.isEmpty {
      hint = "If '\(argument.display)' is an operand, write '--' before it."
    }
    return error(
      "'\(command)' has no option '-\(letter)'" + (isBundle ? " (in '\(argument.display)')." : "."),
      hint)
  }

  /// What would help where the words of another command were begun without '--', and this is one of its options.
  private var hintOnCommand: String? {
    guard definition.operands.contains(where: { $0.presence == .command }),
      let first = operands.first
    else { return nil }
    return "If it belongs to '\(first.display)', write '--' before '\(first.display)'."
  }

  private func error(_ message: String, _ hint: String?) -> UsageError {
    UsageError(message, hint: hint, command: command)
  }
}
