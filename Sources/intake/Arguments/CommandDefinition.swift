/// A command or a group of commands, as data: parsing and help are made from it.
package struct CommandDefinition: Sendable {
  package let name: String
  /// One sentence without a full stop, for the list of commands.
  package let abstract: String
  /// Paragraphs for the command's own help.
  package let discussion: [String]
  package let options: [OptionDeclaration]
  package let operands: [OperandDeclaration]
  /// Command lines with what they do.
  package let examples: [(line: String, purpose: String)]
  private let makeSubcommands: (@Sendable () -> [CommandDefinition])?
  /// Checks what no single option can: which ones go together.
  package let check: @Sendable (ParsedArguments) throws(UsageError) -> Void

  /// A command that does something.
  package init(
    _ name: String, abstract: String, discussion: [String] = [],
    options: [OptionDeclaration] = [], operands: [OperandDeclaration] = [],
    examples: [(line: String, purpose: String)] = [],
    check: @escaping @Sendable (ParsedArguments) throws(UsageError) -> Void = { _ in }
  ) {
    self.name = name
    self.abstract = abstract
    self.discussion = discussion
    self.options = options
    self.operands = operands
    self.examples = examples
    self.check = check
    makeSubcommands = nil
  }

  /// A group of commands, which are made when somebody asks for them: a start needs those of one group or two.
  package init(
    _ name: String, abstract: String, discussion: [String] = [],
    examples: [(line: String, purpose: String)] = [],
    subcommands: @escaping @Sendable @autoclosure () -> [CommandDefinition]
  ) {
    self.name = name
    self.abstract = abstract
    self.discussion = discussion
    self.examples = examples
    makeSubcommands = subcommands
    options = []
    operands = []
    check = { _ in }
  }

  /// The commands of a group; a group has no options and operands of its own.
  package var subcommands: [CommandDefinition] { makeSubcommands?() ?? [] }

  package var isGroup: Bool { makeSubcommands != nil }
}
