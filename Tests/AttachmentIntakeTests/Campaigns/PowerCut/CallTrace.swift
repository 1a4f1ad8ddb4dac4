import IntakeTesting

/// The system calls of a process, in the order in which they began and returned.
struct CallTrace {
  private(set) var calls: [TracedCall] = []
  /// The calls by number, each once where it begins and once where it returns.
  private(set) var events: [(call: Int, isEnd: Bool)] = []
  /// The number of lines.
  private(set) var length = 0

  /// Whether strace is there and may trace. Tried once.
  static let isPossible: Bool = {
    let trial = try? ChildProcess("strace", ["-o", "/dev/null", "true"]).waitBlocking()
    return trial?.status == .exited(0)
  }()

  /// Those that change files, or that say which descriptor is which. `?`: not every machine has them all.
  private static let recorded =
    "trace=?open,openat,?openat2,?creat,write,?writev,pwrite64,?pwritev,?pwritev2,?link,linkat,?rename,"
    + "?renameat,?renameat2,?unlink,unlinkat,?mkdir,mkdirat,?rmdir,fsync,fdatasync,?sync,syncfs,ftruncate,"
    + "?truncate,fallocate,?copy_file_range,?sendfile,?ioctl,close,?dup,?dup2,?dup3,fcntl,lseek"

  /// Runs a program, and records its calls.
  ///
  /// - Returns: The calls, and how the program ended.
  static func recording(
    _ program: String, _ arguments: [String], environment: [String: String] = [:]
  ) throws -> (trace: CallTrace, ending: ChildProcess.Ending) {
    try withTemporaryFolder { folder in
      let options = ["-f", "-qq", "-xx", "-s", "8000000", "-e", recorded]
      let log = folder.path(of: "log")
      let child = try ChildProcess(
        "strace", options + ["-o", log, program] + arguments, environment: .adding(environment))
      let ending = child.waitBlocking()
      return (CallTrace(log: try folder.read("log")), ending)
    }
  }

  init(log: [UInt8]) {
    var unfinished: [Int: Int] = [:]
    for (line, bytes) in log.split(separator: UInt8(ascii: "\n")).enumerated() {
      length = line + 1
      read(bytes, at: line, &unfinished)
    }
  }

  /// `12 close(3) = 0`, `12 close(3 <unfinished ...>`, or `12 <... close resumed>) = 0`.
  private mutating func read(
    _ line: ArraySlice<UInt8>, at number: Int, _ unfinished: inout [Int: Int]
  ) {
    guard let space = line.firstIndex(of: UInt8(ascii: " ")),
      let task = Int(String(decoding: line[..<space], as: UTF8.self))
    else { return }
    let rest = line[space...].drop { $0 == UInt8(ascii: " ") }
    if rest.starts(with: Array("<... ".utf8)) {
      guard let call = unfinished.removeValue(forKey: task) else { return }
      finish(call, with: rest, at: number)
      return
    }
    guard let open = rest.firstIndex(of: UInt8(ascii: "(")), rest.first != UInt8(ascii: "+"),
      rest.first != UInt8(ascii: "-")
    else { return }
    let call = calls.count
    calls.append(
      TracedCall(
        name: String(decoding: rest[..<open], as: UTF8.self),
        arguments: Self.arguments(rest[(open + 1)...]), begin: number))
    events.append((call, false))
    if rest.suffix(16).elementsEqual(Array("<unfinished ...>".utf8)) {
      unfinished[task] = call
    } else {
      finish(call, with: rest, at: number)
    }
  }

  private mutating func finish(_ call: Int, with text: ArraySlice<UInt8>, at line: Int) {
    // What stands behind the last " = " is the result; in strings there are no spaces.
    guard let equals = text.lastIndex(of: UInt8(ascii: "=")) else { return }
    let result = text[(equals + 1)...].drop { $0 == UInt8(ascii: " ") }
      .prefix { $0 != UInt8(ascii: " ") }
    calls[call].end = line
    calls[call].result = Int(String(decoding: result, as: UTF8.self))
    events.append((call, true))
  }

  /// Cuts at commas that stand in no bracket, up to the closing one or to `<unfinished`.
  private static func arguments(_ text: ArraySlice<UInt8>) -> [ArraySlice<UInt8>] {
    var arguments: [ArraySlice<UInt8>] = []
    var start = text.startIndex
    var depth = 0
    var index = start
    func add(upTo end: Int) {
      let part = text[start..<end].drop { $0 == UInt8(ascii: " ") }
      arguments.append(part.prefix { $0 != UInt8(ascii: " ") })
    }
    text.withUnsafeBytes { bytes in
      let base = text.startIndex
      loop: while index < text.endIndex {
        switch bytes[index - base] {
        case UInt8(ascii: "{"), UInt8(ascii: "["): depth += 1
        case UInt8(ascii: "}"), UInt8(ascii: "]"): depth -= 1
        case UInt8(ascii: ",") where depth == 0:
          add(upTo: index)
          start = index + 1
        case UInt8(ascii: ")") where depth == 0, UInt8(ascii: "<") where depth == 0: break loop
        default: break
        }
        index += 1
      }
    }
    add(upTo: index)
    return arguments
  }
}
