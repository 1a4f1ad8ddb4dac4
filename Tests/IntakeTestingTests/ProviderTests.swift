import AttachmentIntake
import IntakeModel
import IntakeTesting
import Synchronization
import Testing
import UniformTypes

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

@Suite(.timeLimit(.minutes(5)))
struct `A scripted provider` {
  struct Failure: Error {}

  /// What callbacks were given, in order.
  final class Calls: Sendable {
    struct Call: Sendable {
      var path: String?
      var content: [UInt8]?
      var error: String?
    }

    private let calls = Mutex<[Call]>([])
    var all: [Call] { calls.withLock { $0 } }

    func record(_ path: String?, _ error: (any Error)?) {
      let error = error.map { "\(type(of: $0))" }
      let call = Call(path: path, content: path.flatMap { content(of: $0) }, error: error)
      calls.withLock { $0.append(call) }
    }

    func record(_ bytes: UnsafeRawBufferPointer?, _ error: (any Error)?) {
      let call = Call(
        path: nil, content: bytes.map { Array($0) }, error: error.map { "\(type(of: $0))" })
      calls.withLock { $0.append(call) }
    }

    private func content(of path: String) -> [UInt8]? {
      let file = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC)
      guard file >= 0 else { return nil }
      defer { close(file) }
      var buffer = [UInt8](repeating: 0, count: 10_000)
      let count = read(file, &buffer, buffer.count)
      return count < 0 ? nil : Array(buffer[..<count])
    }
  }

  let calls = Calls()
  let jpeg = SampleContent.jpeg(bytes: 500)

  @Test func `offers its types in order`() {
    let provider = ScriptedProvider(
      name: "IMG_1.HEIC",
      [
        .init("public.heic", .file(jpeg), declaredSize: .bytes(7)),
        .init("public.jpeg", .data(jpeg)),
        .init("public.movie", .file(jpeg), delivery: .inPlaceFile),
      ])
    #expect(provider.suggestedName == "IMG_1.HEIC")
    #expect(
      provider.representations == [
        Representation("public.heic", delivery: .file, size: .bytes(7)),
        Representation("public.jpeg", delivery: .data),
        Representation("public.movie", delivery: .inPlaceFile),
      ])
  }

  @Test func `removes a temporary file as soon as the callback returns`() throws {
    let provider = ScriptedProvider(
      name: "IMG_1.HEIC", [.init("public.heic", .file(jpeg), when: .atOnce)])
    _ = provider.loadFile("public.heic") { [calls] path, error in
      calls.record(path, error)
      #expect(provider.remainingFiles == 1)
    }
    let call = try #require(calls.all.first)
    let path = try #require(call.path)
    #expect(path.hasSuffix("/IMG_1.HEIC"))
    #expect(call.content == jpeg.bytes)
    #expect(access(path, F_OK) != 0)
    #expect(provider.remainingFiles == 0)
    #expect(
      provider.events == [
        .loadStarted("public.heic", .file), .callbackStarted("public.heic"),
        .callbackReturned("public.heic"),
      ])
  }

  @Test(arguments: ["..", ".", "a/b", "", "nul\0", String(repeating: "x", count: 256)])
  func `gives a file a name that a file can have`(name: String) throws {
    let provider = ScriptedProvider(name: name, [.init("public.data", .file([1]), when: .atOnce)])
    _ = provider.loadFile("public.data") { [calls] in calls.record($0, $1) }
    #expect(calls.all.first?.content == [1])
    #expect(calls.all.first?.path?.hasSuffix("/file") == true)
  }

  @Test func `calls back on another thread`() async throws {
    let provider = ScriptedProvider([.init("public.data", .data([1, 2]))])
    let threads = Mutex<[pthread_t]>([])
    let gate = Gate()
    let caller = pthread_self()
    _ = provider.loadData("public.data") { [calls] bytes, error in
      threads.withLock { $0.append(pthread_self()) }
      calls.record(bytes, error)
      gate.waitBlocking()
    }
    try await gate.arrival(of: 1)
    #expect(threads.withLock { $0.first } != caller)
    gate.open()
    try await provider.callbacks.reaches(1)
    #expect(calls.all.map(\.content) == [[1, 2]])
  }

  @Test func `calls back twice, the second time with something else`() async throws {
    let provider = ScriptedProvider([.init("public.data", .data([1])).then(.data([2]))])
    _ = provider.loadData("public.data") { [calls] in calls.record($0, $1) }
    try await provider.callbacks.reaches(2)
    #expect(calls.all.map(\.content) == [[1], [2]])
  }

  @Test func `calls back as often as it is told`() {
    let provider = ScriptedProvider([.init("public.data", .file(jpeg), when: .atOnce, times: 5)])
    _ = provider.loadFile("public.data") { [calls] in calls.record($0, $1) }
    #expect(calls.all.count == 5)
    #expect(Set(calls.all.map(\.path)).count == 5)
    #expect(provider.remainingFiles == 0)
  }

  @Test func `calls back late, when its gate opens`() async throws {
    let gate = Gate()
    let provider = ScriptedProvider([.init("public.data", .file(jpeg), when: .afterGate(gate))])
    let load = provider.loadFile("public.data") { [calls] in calls.record($0, $1) }
    load.cancel()
    load.cancel()
    #expect(provider.cancellations.count == 1)
    #expect(gate.arrived == 1)
    #expect(calls.all.isEmpty)
    gate.open()
    try await provider.callbacks.reaches(1)
    #expect(calls.all.map(\.content) == [jpeg.bytes])
  }

  @Test func `calls back only after it was cancelled`() async throws {
    let provider = ScriptedProvider([.init("public.data", .data([1]), when: .afterCancellation)])
    let load = provider.loadData("public.data") { [calls] in calls.record($0, $1) }
    #expect(calls.all.isEmpty)
    load.cancel()
    try await provider.callbacks.reaches(1)
    #expect(
      provider.events == [
        .loadStarted("public.data", .data), .cancelled("public.data"),
        .callbackStarted("public.data"), .callbackReturned("public.data"),
      ])
  }

  @Test func `never calls back`() {
    let provider = ScriptedProvider([
      .init("public.data", .data([1]), when: .never).then(.data([2]))
    ])
    provider.loadData("public.data") { [calls] in calls.record($0, $1) }.cancel()
    #expect(calls.all.isEmpty)
    #expect(
      provider.events == [.loadStarted("public.data", .data), .cancelled("public.data")])
  }

  @Test func `delivers neither value nor error, an error, or both`() {
    let provider = ScriptedProvider([
      .init("a", .nothing, when: .atOnce), .init("b", .error(Failure()), when: .atOnce),
      .init("c", .fileAndError(SampleContent([1]), Failure()), when: .atOnce),
    ])
    for type in ["a", "b", "c", "not-offered"] {
      _ = provider.loadFile(TypeIdentifier(type)) { [calls] in calls.record($0, $1) }
      _ = provider.loadData(TypeIdentifier(type)) { [calls] in calls.record($0, $1) }
    }
    #expect(
      calls.all.map(\.error) == [
        nil, nil, "Failure", "Failure", "Failure", "Failure", "NotOffered", "NotOffered",
      ])
    #expect(calls.all.map(\.content) == [nil, nil, nil, nil, [1], [1], nil, nil])
  }

  @Test func `delivers a path of nothing, a folder, a link, a device`() throws {
    let provider = ScriptedProvider([
      .init("removed", .removedFile, when: .atOnce),
      .init("folder", .folder(["a/b.txt": .text(bytes: 9)]), when: .atOnce),
      .init("link", .link(jpeg), when: .atOnce), .init("device", .path("/dev/null"), when: .atOnce),
    ])
    let kinds = Mutex<[mode_t]>([])
    for type in ["removed", "folder", "link", "device"] {
      _ = provider.loadFile(TypeIdentifier(type)) { path, _ in
        var status = stat()
        let result = lstat(path ?? "", &status)
        kinds.withLock { $0.append(result == 0 ? status.st_mode & S_IFMT : 0) }
        if type == "folder" { #expect(access((path ?? "") + "/a/b.txt", F_OK) == 0) }
      }
    }
    #expect(kinds.withLock { $0 } == [0, S_IFDIR, S_IFLNK, S_IFCHR])
    #expect(provider.remainingFiles == 0)
  }

  @Test func `takes the bytes away after the callback`() {
    let provider = ScriptedProvider([.init("public.data", .data([1, 2, 3]), when: .atOnce)])
    _ = provider.loadData("public.data") { [calls] in calls.record($0, $1) }
    #expect(calls.all.first?.content == [1, 2, 3])
  }

  @Test func `notices that an original was changed`() {
    let provider = ScriptedProvider([
      .init("public.data", .file([1, 2, 3]), delivery: .inPlaceFile, when: .atOnce)
    ])
    _ = provider.loadInPlaceFile("public.data") { [calls] in calls.record($0, $1) }
    #expect(!provider.events.contains(.originalChanged("public.data")))
    _ = provider.loadInPlaceFile("public.data") { path, _ in unlink(path ?? "") }
    #expect(provider.events.contains(.originalChanged("public.data")))
  }

  @Test(.enabled(if: ReadInterception.isAvailable))
  func `delivers a file that is truncated while it is read`() throws {
    let provider = ScriptedProvider([
      .init("public.data", .changing(.text(bytes: 100), .truncate(to: 50)), when: .atOnce)
    ])
    let counts = Mutex<[Int]>([])
    _ = provider.loadFile("public.data") { path, _ in
      let file = open(path ?? "", O_RDONLY | O_CLOEXEC)
      defer { close(file) }
      var buffer = [UInt8](repeating: 0, count: 40)
      for _ in 0..<3 {
        let count = read(file, &buffer, buffer.count)
        counts.withLock { $0.append(count) }
      }
    }
    #expect(counts.withLock { $0 } == [40, 10, 0])
    #expect(provider.remainingFiles == 0)
  }
}
