import IntakeTesting
import Testing

@Suite(.timeLimit(.minutes(5))) struct ValidateCommandTests {
  private func run(_ arguments: [String]) async throws -> ChildProcess.Ending {
    let program = try #require(ChildProcess.executable(named: "intake-validate"))
    return try await ChildProcess(program, arguments).wait()
  }

  @Test func `files are judged one after the other and each has its line`() async throws {
    try await withTemporaryFolder { folder in
      let text = try folder.write(Array("text".utf8), to: "a.txt")
      let json = try folder.write(Array("{".utf8), to: "b.json")
      let empty = try folder.write([UInt8](), to: "c")
      let missing = folder.path(of: "missing")
      let ending = try await run([text, json, empty, missing])
      #expect(
        ending.output == """
          \(text): valid
          \(json): invalid damaged
          \(empty): invalid empty
          \(missing): not-validated content-unreadable: no such file

          """)
      #expect(ending.errorOutput == "")
      #expect(ending.status == .exited(1))
      #expect(try await run(["--", text]).status == .exited(0))
    }
  }

  @Test func `a name is printed on one line and without what a terminal obeys`() async throws {
    try await withTemporaryFolder { folder in
      let path = try folder.write(Array("text".utf8), to: "a\u{1B}[31m\nb.txt: valid")
      let ending = try await run([path])
      #expect(ending.output == "\(folder.path(of: #"a\u{1b}[31m\u{a}b.txt: valid"#)): valid\n")
    }
  }

  @Test func `help and version are printed and another command line is not understood`()
    async throws
  {
    let help = try await run(["--help"])
    #expect(help.output.hasPrefix("Tells whether files open"))
    #expect(help.status == .exited(0))
    let version = try await run(["--version"])
    #expect(version.output.hasPrefix("intake-validate "))
    #expect(version.output.contains("qpdf") == Build.hasPDF)
    #expect(version.output.contains("libvips") == Build.hasImages)
    #expect(version.status == .exited(0))
    for arguments in [
      [], ["--no"], ["--serve"], ["--serve", "3", "0", "1"], ["--serve", "x", "1", "1"], ["--"],
    ] {
      let ending = try await run(arguments)
      #expect(ending.status == .exited(2), "\(arguments)")
      #expect(ending.output == "")
      #expect(ending.errorOutput.contains("Usage:"))
    }
  }

  @Test func `a file is not opened through a pipe or a folder`() async throws {
    try await withTemporaryFolder { folder in
      let ending = try await run([folder.path, "/dev/null"])
      #expect(
        ending.output == """
          \(folder.path): not-validated content-unreadable: is a folder; name the files in it
          /dev/null: not-validated content-unreadable: is no file

          """)
    }
  }
}
