import IntakeTesting
import Testing

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

struct `A temporary folder` {
  @Test func `is there for the closure and gone afterwards`() throws {
    let path = try withTemporaryFolder { folder in
      let file = try folder.write([1, 2, 3], to: "a/b/file")
      #expect(file == folder.path + "/a/b/file")
      #expect(try folder.read("a/b/file") == [1, 2, 3])
      #expect(try folder.list() == ["a"])
      #expect(try folder.listFiles() == ["a/b/file"])
      return folder.path
    }
    #expect(access(path, F_OK) != 0)
  }

  @Test func `is gone after an error`() async throws {
    struct Failure: Error {}
    var path = ""
    await #expect(throws: Failure.self) {
      try await withTemporaryFolder { folder in
        path = folder.path
        await Task.yield()
        throw Failure()
      }
    }
    #expect(path.isEmpty == false)
    #expect(access(path, F_OK) != 0)
  }

  @Test func `goes with the object`() throws {
    var folder: TemporaryFolder? = try TemporaryFolder()
    let path = try #require(folder?.path)
    #expect(access(path, F_OK) == 0)
    folder = nil
    #expect(access(path, F_OK) != 0)
  }

  @Test func `lies where it is told to`() throws {
    try withTemporaryFolder { outer in
      try withTemporaryFolder(base: outer.path) { inner in
        #expect(inner.path.hasPrefix(outer.path + "/"))
      }
      #expect(try outer.list() == [])
    }
  }

  @Test func `removes links and not what they lead to`() throws {
    try withTemporaryFolder { other in
      try other.write([7], to: "kept/file")
      try withTemporaryFolder { folder in
        try folder.link("to-folder", to: other.path)
        try folder.link("a/to-file", to: other.path(of: "kept/file"))
        try folder.link("nowhere", to: "/nowhere/at/all")
        #expect(folder.contains("nowhere"))
      }
      #expect(try other.listFiles() == ["kept/file"])
    }
  }

  @Test func `removes what may not be written, and what lies deep`() throws {
    let path = try withTemporaryFolder { folder in
      let locked = try folder.makeFolder("locked")
      try folder.write([], to: "locked/inner/file")
      chmod(folder.path(of: "locked/inner"), 0)
      chmod(locked, 0)
      // Deeper than a path can be long.
      let start = open(folder.path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
      var place = start
      for _ in 0..<1000 {
        mkdirat(place, "deep", 0o777)
        let next = openat(place, "deep", O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        close(place)
        place = next
      }
      close(place)
      return folder.path
    }
    #expect(access(path, F_OK) != 0)
  }

  @Test func `removes names that are not UTF-8`() throws {
    let path = try withTemporaryFolder { folder in
      let name: [CChar] = Array(folder.path.utf8CString.dropLast()) + [0x2F, -1, -2, 0]
      close(open(name, O_CREAT | O_WRONLY | O_CLOEXEC, 0o600))
      let names = try folder.list()
      #expect(names.count == 1)
      return folder.path
    }
    #expect(access(path, F_OK) != 0)
  }

  @Test func `names the call that failed`() throws {
    try withTemporaryFolder { folder in
      let failure = #expect(throws: SystemCallFailure.self) { try folder.read("nothing") }
      #expect(failure?.call == "open")
      #expect(failure?.number == ENOENT)
    }
  }
}
