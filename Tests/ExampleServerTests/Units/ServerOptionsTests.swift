import IntakeModel
import Testing
import UniformTypes
import intake_server

struct ServerOptionsTests {
  private func options(_ arguments: String...) throws -> ServerOptions? {
    guard case .serve(let options) = try ServerCommand.parse(arguments) else { return nil }
    return options
  }

  @Test func `options are read in both forms, and the last counts`() throws {
    let options = try #require(
      try options(
        "--container", "inbox", "--port=1", "--port", "0", "--accept", "public.image",
        "--accept=public.movie",
        "--max-file", "5M", "--connections", "7", "--idle", "2m"))
    #expect(options.container == "inbox")
    #expect(options.port == 0)
    #expect(options.accepted == ["public.image", "public.movie"])
    #expect(options.uploads.fileSize == .mebibytes(5))
    #expect(options.connections.connections == 7)
    #expect(options.connections.idleSeconds == 120)
    #expect(options.address == "127.0.0.1")
  }

  @Test(arguments: [
    ([], "'--container DIR' has to be given."),
    (["--container"], "needs a value"), (["--container", "a", "--port", "65536"], "0 to 65535"),
    (["--container", "a", "--max-file", "0"], "a size"),
    (["--container", "a", "--chunk", "1"], "a size"),
    (["--container", "a", "--idle", "10ms"], "at least a second"),
    (["inbox"], "There is no 'inbox'."),
    (["--prot", "1"], "Did you mean '--port'?"),
  ])
  func `a wrong command line is told what is wrong`(_ arguments: [String], _ text: String) {
    let error = #expect(throws: OptionError.self) { try ServerCommand.parse(arguments) }
    #expect(error?.description.contains(text) == true)
  }

  @Test func `the help names every option that is read, with its default`() throws {
    let help = ServerCommand.helpText
    for name in ["container", "address", "port", "accept", "max-file", "idle"] {
      #expect(help.contains("--\(name) "))
    }
    let defaults = ServerOptions()
    #expect(help.contains("(default: \(defaults.port))"))
    #expect(help.contains("(default: \(defaults.connections.connections))"))
    #expect(defaults.uploads.fileSize == .gibibytes(1) && help.contains("(default: 1G)"))
    #expect(defaults.uploads.requestSize == .gibibytes(4) && help.contains("(default: 4G)"))
    #expect(help.split(separator: "\n").allSatisfy { $0.count <= 100 })
  }
}
