import IntakeModel
import Testing
import intake

#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

@Suite(.timeLimit(.minutes(5)))
struct FileListTests {
  /// Reads a list through a file, as `--files-from FILE` does.
  private static func read(
    _ content: [UInt8], _ separator: FileList.Separator = .lineFeed
  ) async throws -> [[UInt8]] {
    var template = Array("/tmp/intake-list-XXXXXX".utf8CString)
    let file = mkstemp(&template)
    defer {
      close(file)
      unlink(template)
    }
    #expect(write(file, content, content.count) == content.count)
    let name = template.dropLast().map { UInt8(bitPattern: $0) }
    let path = try #require(FilePathArgument(bytes: name))
    var names: [[UInt8]] = []
    for try await path in FileList(path, separator: separator) { names.append(path.bytes) }
    return names
  }

  @Test(arguments: [
    ("a\nb\n", ["a", "b"]), ("a\nb", ["a", "b"]), ("", []), ("\n\na\n\n", ["a"]),
    (" a b \n-x\n", [" a b ", "-x"]), ("a\r\n", ["a\r"]),
  ])
  func `lines are names`(_ content: String, _ names: [String]) async throws {
    #expect(try await Self.read(Array(content.utf8)) == names.map { Array($0.utf8) })
  }

  @Test func `names between NULs may hold anything`() async throws {
    let content: [UInt8] = [0x61, 0x0A, 0xFF, 0, 0x62, 0]
    #expect(try await Self.read(content, .null) == [[0x61, 0x0A, 0xFF], [0x62]])
  }

  @Test func `names that cross blocks are whole`() async throws {
    let names = (0..<5_000).map { Array("folder/\($0 * 7_919)/photo.jpg".utf8) }
    #expect(try await Self.read(Array(names.joined(separator: [0x0A]))) == names)
  }

  @Test func `a name may be as long as a path, and not longer`() async throws {
    let longest = [UInt8](repeating: 0x61, count: 4_096)
    #expect(try await Self.read(longest + [0x0A]) == [longest])
    let error = await #expect(throws: IntakeError.self) {
      try await Self.read(Array("a\n".utf8) + longest + [0x61])
    }
    #expect(error?.code == .sequenceFailed)
    #expect(error?.message.contains("line 2") == true)
  }

  @Test func `NUL in a line suggests the option for it`() async {
    let error = await #expect(throws: IntakeError.self) { try await Self.read([0x61, 0, 0x62]) }
    #expect(error?.message.contains("add '-0'") == true)
  }

  @Test(arguments: [("/nonexistent/list", "No such file"), ("/", "directory")])
  func `a list that cannot be read says why`(_ name: String, _ reason: String) async throws {
    let path = try #require(FilePathArgument(bytes: Array(name.utf8)))
    let error = await #expect(throws: IntakeError.self) {
      for try await _ in FileList(path, separator: .lineFeed) {}
    }
    #expect(error?.message.contains(reason) == true)
  }

  @Test func `waiting for a list that nobody writes ends with the task`() async throws {
    let pipe = Pipe()
    pipe.put("a\n".utf8)
    let path = try #require(FilePathArgument(bytes: Array("/dev/fd/\(pipe.reading)".utf8)))
    let (names, continuation) = AsyncStream.makeStream(of: [UInt8].self)
    let reader = Task {
      for try await path in FileList(path, separator: .lineFeed) { continuation.yield(path.bytes) }
    }
    for await name in names {
      #expect(name == [0x61])
      break
    }
    reader.cancel()
    let result = await reader.result
    #expect(throws: CancellationError.self) { try result.get() }
  }
}
