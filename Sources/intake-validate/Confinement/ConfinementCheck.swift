import IntakeModel

#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// Tries what a parser that was led astray would, and prints what came of it.
struct ConfinementCheck {
  /// - Returns: The exit status: 0 if all was refused, 1 if not.
  func run() -> Int32 {
    let inspector = Inspector()
    inspector.prepare()
    let confinement = Confinement(
      memory: .mebibytes(256), processorTime: .seconds(60), output: STDOUT_FILENO, descriptors: 32
    ).apply()
    TextOutput.write("limits: \(confinement.hasLimits ? "set" : "not set")")
    TextOutput.write("filter of calls: \(confinement.filtersCalls ? "set" : "not set")")
    var areAllRefused = confinement.hasLimits && confinement.filtersCalls
    for (name, attempt) in attempts {
      let isRefused = attempt()
      TextOutput.write("\(name): \(isRefused ? "refused" : "allowed")")
      areAllRefused = areAllRefused && isRefused
    }
    return areAllRefused ? 0 : 1
  }

  /// Each tells whether it was refused. None does harm where it is not.
  private var attempts: [(String, () -> Bool)] {
    [
      ("opening a file", { open("/etc/passwd", O_RDONLY) < 0 }),
      ("making a file", { open("/tmp/intake-validate", O_WRONLY | O_CREAT | O_EXCL, 0o600) < 0 }),
      ("removing a file", { unlink("/nonexistent") < 0 && errno == EPERM }),
      ("looking for a file", { access("/etc/passwd", R_OK) < 0 && errno == EPERM }),
      ("writing to another descriptor", { systemWrite(STDERR_FILENO) < 0 }),
      ("opening a socket", { socket(AF_UNIX, Int32(bitPattern: streamSocket), 0) < 0 }),
      ("starting a program", { !startsProgram() }),
      ("signalling another process", { kill(getppid(), 0) < 0 && errno == EPERM }),
      ("memory that can be run", { mapsCode() == false }),
      ("memory beyond the limit", { !allocates(.mebibytes(512)) }),
    ]
  }

  private func startsProgram() -> Bool {
    var processID: pid_t = 0
    var arguments: [UnsafeMutablePointer<CChar>?] = [strdup("true"), nil]
    defer { free(arguments[0]) }
    return posix_spawn(&processID, "/bin/true", nil, nil, &arguments, nil) == 0
  }

  private func mapsCode() -> Bool {
    let flags = MAP_PRIVATE | anonymousMapping
    guard let start = mmap(nil, 4096, PROT_READ | PROT_EXEC, flags, -1, 0) else { return false }
    return start != MAP_FAILED
  }

  private func allocates(_ size: ByteCount) -> Bool {
    let flags = MAP_PRIVATE | anonymousMapping
    guard let start = mmap(nil, Int(size.bytes), PROT_READ | PROT_WRITE, flags, -1, 0) else {
      return false
    }
    return start != MAP_FAILED
  }
}

private func systemWrite(_ descriptor: Int32) -> Int { write(descriptor, "", 0) }

#if canImport(Darwin)
  private let anonymousMapping = MAP_ANON
  private let streamSocket = UInt32(SOCK_STREAM)
#else
  private let anonymousMapping = MAP_ANONYMOUS
  private let streamSocket = SOCK_STREAM.rawValue
#endif
