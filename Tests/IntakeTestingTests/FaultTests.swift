import IntakeModel
import IntakeTesting
import Testing

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

@Suite(.serialized, .timeLimit(.minutes(5)))
struct `Faults of the kernel` {
  @Test(.enabled(if: MountedFileSystem.canMount))
  func `a small disk fills up`() throws {
    let path = try withTmpfs(size: .kibibytes(64)) { path in
      try withTemporaryFolder(base: path) { folder in
        try folder.write(.text(bytes: 40_000), to: "fits")
        let failure = #expect(throws: SystemCallFailure.self) {
          try folder.write(.text(bytes: 40_000), to: "does not")
        }
        #expect(failure?.number == ENOSPC)
      }
      return path
    }
    #expect(access(path, F_OK) != 0)
  }

  @Test(.enabled(if: MountedFileSystem.canMount))
  func `a disk runs out of file entries`() async throws {
    try withTmpfs(size: .mebibytes(1), inodes: 4) { path in
      let folder = try TemporaryFolder(base: path)
      try folder.write([], to: "1")
      try folder.write([], to: "2")
      let failure = #expect(throws: SystemCallFailure.self) { try folder.write([], to: "3") }
      #expect(failure?.number == ENOSPC)
    }
  }

  @Test(.enabled(if: MountedFileSystem.canMount))
  func `a disk becomes read only, and writable again`() throws {
    let mounted = try MountedFileSystem(tmpfs: .mebibytes(1))
    let folder = try TemporaryFolder(base: mounted.path)
    try mounted.setReadOnly(true)
    let failure = #expect(throws: SystemCallFailure.self) { try folder.write([1], to: "file") }
    #expect(failure?.number == EROFS)
    try mounted.setReadOnly(false)
    try folder.write([1], to: "file")
  }

  @Test(.enabled(if: MountedFileSystem.canMount))
  func `a disk goes away while a file on it is open`() throws {
    let mounted = try MountedFileSystem(tmpfs: .mebibytes(1))
    let folder = try TemporaryFolder(base: mounted.path)
    let file = open(try folder.write([7], to: "file"), O_RDONLY | O_CLOEXEC)
    defer { close(file) }
    mounted.unmount()
    #expect(access(folder.path, F_OK) != 0)
    var byte: UInt8 = 0
    #expect(read(file, &byte, 1) == 1)
    #expect(byte == 7)
  }

  @Test(.enabled(if: MountedFileSystem.canMountImage))
  func `a disk in an image holds files`() throws {
    let path = try withImage(size: .mebibytes(8)) { path in
      let folder = try TemporaryFolder(base: path)
      try folder.write(.text(bytes: 10_000), to: "file")
      #expect(try folder.read("file").count == 10_000)
      return path
    }
    #expect(access(path, F_OK) != 0)
  }

  @Test(.enabled(if: ReadInterception.isAvailable), arguments: [1, 2, 3])
  func `a file grows at the read that was asked for`(number: Int) throws {
    try withTemporaryFolder { folder in
      let path = try folder.write([1, 2], to: "file")
      let interception = try ReadInterception(of: path, atRead: number, .append([9]))
      let file = open(path, O_RDONLY | O_CLOEXEC)
      defer { close(file) }
      var sizes: [Int] = []
      for _ in 0..<3 {
        var byte: UInt8 = 0
        #expect(read(file, &byte, 1) == 1)
        var status = stat()
        fstat(file, &status)
        sizes.append(Int(status.st_size))
      }
      #expect(sizes == (1...3).map { $0 < number ? 2 : 3 })
      #expect(interception.reads.count == 3)
    }
  }

  @Test(.enabled(if: ReadInterception.isAvailable))
  func `a file is overwritten or removed while it is read`() throws {
    try withTemporaryFolder { folder in
      let first = try folder.write([1, 2, 3], to: "first")
      let overwriting = try ReadInterception(of: first, atRead: 1, .overwrite([8], at: 1))
      #expect(try folder.read("first") == [1, 8, 3])
      overwriting.end()
      let second = try folder.write([1, 2, 3], to: "second")
      let removing = try ReadInterception(of: second, atRead: 1, .remove)
      #expect(try folder.read("second") == [1, 2, 3])
      removing.end()
      #expect(!folder.contains("second"))
    }
  }

  @Test func `descriptors run out for a child`() async throws {
    // In a child, since the limit would hit tests that run beside this one.
    let ending = try await ChildProcess(
      "/bin/cat", ["/dev/null"], limits: .init(descriptors: 3)
    ).wait()
    #expect(ending.status != .exited(0))
    #expect(try await ChildProcess("/bin/cat", ["/dev/null"]).wait().status == .exited(0))
  }

  @Test func `a limit of descriptors holds for its closure`() async throws {
    // Far above what any test opens, so that none beside this one meets it.
    let limit = 8000
    let former = currentLimit()
    try withDescriptorLimit(limit) { #expect(currentLimit() == limit) }
    #expect(currentLimit() == former)
    try await withThrowingTaskGroup { group in
      for number in 1...4 {
        group.addTask {
          try await withDescriptorLimit(limit + number) {
            await Task.yield()
            #expect(currentLimit() == limit + number)
          }
        }
      }
      try await group.waitForAll()
    }
    #expect(currentLimit() == former)
  }

  @Test func `usage of the process is read`() throws {
    #expect(ProcessUsage.openDescriptorCount() >= 3)
    #expect(ProcessUsage.threadCount() >= 1)
    #expect(ProcessUsage.residentBytes() > .mebibytes(1))
    #expect(ProcessUsage.peakResidentBytes() >= .mebibytes(1))
  }
}

private func currentLimit() -> Int {
  var limits = rlimit()
  #if canImport(Darwin)
    getrlimit(RLIMIT_NOFILE, &limits)
  #else
    getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limits)
  #endif
  return Int(limits.rlim_cur)
}
