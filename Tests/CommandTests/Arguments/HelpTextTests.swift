import Testing
import intake

struct HelpTextTests {
  /// Every command with its name as it is typed.
  static let commands: [(name: String, definition: CommandDefinition)] = all(
    RootCommand.definition, "")

  private static func all(
    _ definition: CommandDefinition, _ prefix: String
  ) -> [(name: String, definition: CommandDefinition)] {
    let name = prefix + definition.name
    return [(name, definition)] + definition.subcommands.flatMap { all($0, name + " ") }
  }

  @Test(arguments: commands.map(\.name))
  func `help fits 80 columns and tells of every option`(_ name: String) throws {
    let command = try #require(Self.commands.first { $0.name == name }).definition
    let lines = HelpText(command, command: name, width: 200).lines
    for line in lines {
      #expect(DisplayWidth.of(line) <= 80, "\(line)")
      #expect(!line.hasSuffix(" "), "\(line)")
    }
    let text = lines.joined(separator: "\n")
    for option in command.options { #expect(text.contains(option.synopsis)) }
    for operand in command.operands { #expect(text.contains("  \(operand.placeholder)  ")) }
    for subcommand in command.subcommands { #expect(text.contains("  \(subcommand.name)  ")) }
    #expect(text.contains("--help"))
  }

  @Test(arguments: commands.map(\.name))
  func `declarations are consistent`(_ name: String) throws {
    let command = try #require(Self.commands.first { $0.name == name }).definition
    let names = command.options.map(\.name)
    let shorts = command.options.compactMap(\.short)
    #expect(Set(names).count == names.count)
    #expect(Set(shorts).count == shorts.count)
    #expect(!names.contains("help") && !shorts.contains("h"))
    #expect(Set(command.operands.map(\.placeholder)).count == command.operands.count)
    for option in command.options where option.takesValue {
      let examples = option.example.split(separator: " or ")[0].split(separator: ",")
      #expect(option.accepts(RawArgument(String(examples[0]))), "\(option.name)")
      for choice in option.choices { #expect(option.accepts(RawArgument(choice))) }
    }
  }

  @Test(arguments: commands.map(\.name))
  func `a contract has the same short name wherever there is one`(_ name: String) throws {
    let command = try #require(Self.commands.first { $0.name == name }).definition
    for option in command.options {
      #expect((option.name == "contract") == (option.short == "c"), "\(option.name)")
    }
  }

  @Test(arguments: [
    ("intake inbox finish", "  intake inbox finish [OPTION ...] --lease TOKEN ID"),
    ("intake inbox release", "  intake inbox release [OPTION ...] --lease TOKEN ID"),
    ("intake inbox discard", "  intake inbox discard [OPTION ...] ID"),
    ("intake matrix", "  intake matrix [OPTION ...] --contract FILE"),
    ("intake gate", "  intake gate [OPTION ...] -- COMMAND ..."),
  ])
  func `the synopsis shows what a command does nothing without`(
    name: String, usage: String
  ) throws {
    let command = try #require(Self.commands.first { $0.name == name }).definition
    #expect(HelpText(command, command: name, width: 80).lines.contains(usage))
  }

  @Test func `help fits a narrow terminal`() throws {
    let command = try #require(Self.commands.first { $0.name == "intake inbox list" })
    for line in HelpText(command.definition, command: command.name, width: 50).lines {
      #expect(DisplayWidth.of(line) <= 50, "\(line)")
    }
  }

  @Test func `help says where the container is by default`() throws {
    let command = try #require(Self.commands.first { $0.name == "intake ingest" })
    let text = HelpText(command.definition, command: command.name, width: 80).text
    for word in ["$INTAKE_CONTAINER", "$XDG_DATA_HOME/attachment-intake", "~/.local/share"] {
      #expect(text.contains(word))
    }
  }
}
