import AttachmentIntake
import IntakeModel
import IntakeTesting
import Testing

/// What is at the place of the container is none, or none that can be used.
@Suite(.timeLimit(.minutes(5))) struct ContainerPlaceTests {
  private func openingCode(_ path: String, create: Bool = true) async -> IntakeError.Code? {
    await failureCode {
      try await SharedContainer.open(at: path, create: create).close()
    }
  }

  @Test
  func `a container that is not there is unavailable, and is not made unasked`() async throws {
    try await withTemporaryFolder { folder in
      let path = folder.path(of: "container")
      #expect(await openingCode(path, create: false) == .containerUnavailable)
      #expect(await openingCode(folder.path(of: "no/container")) == .containerUnavailable)
      #expect(await openingCode("") == .containerUnavailable)
      let made = try folder.list()
      #expect(made.isEmpty)
    }
  }

  @Test
  func `an empty folder is not taken for a container unasked`() async throws {
    try await withTemporaryFolder { folder in
      try folder.makeFolder("empty")
      let code = await openingCode(folder.path(of: "empty"), create: false)
      #expect(code == .containerUnavailable)
      #expect(try folder.list("empty").isEmpty)
    }
  }

  @Test
  func `a file, and a folder below a file, is no container`() async throws {
    try await withTemporaryFolder { folder in
      try folder.write([1], to: "file")
      #expect(await openingCode(folder.path(of: "file")) == .containerUnsuitable)
      #expect(await openingCode(folder.path(of: "file/container")) == .containerUnsuitable)
      #expect(try folder.read("file") == [1])
    }
  }

  @Test
  func `a folder with something else in it is left as it is`() async throws {
    try await withTemporaryFolder { folder in
      try folder.write([1], to: "photos/holiday.jpg")
      #expect(await openingCode(folder.path(of: "photos")) == .containerUnsuitable)
      #expect(try folder.listFiles() == ["photos/holiday.jpg"])
      #expect(try folder.list("photos") == ["holiday.jpg"])
    }
  }

  @Test(arguments: ["attachment-intake container 2\n", "something else", ""])
  func `a container of a newer version, or with another's marker, is left as it is`(
    marker: String
  ) async throws {
    try await withHandoff { fixture in
      let id = try await fixture.storePhoto().id
      let old = try fixture.folder.read("container/container")
      try fixture.folder.write(Array(marker.utf8), to: "container/container")
      #expect(await openingCode(fixture.path) == .containerUnsuitable)
      try fixture.folder.write(old, to: "container/container")
      let again = try await fixture.reopen()
      #expect(try await Inbox(again).list().map(\.id) == [id])
      await again.close()
    }
  }

  @Test(.enabled(if: MountedFileSystem.canMount, "this process may not mount a file system"))
  func `a container on a disk that is read-only says so, and works once it is not`() async throws {
    let disk = try MountedFileSystem(tmpfs: .mebibytes(8))
    let path = disk.path + "/container"
    let container = try await SharedContainer.open(at: path)
    await container.close()
    try disk.setReadOnly(true)
    #expect(await openingCode(path) == .containerReadOnly)
    try disk.setReadOnly(false)
    #expect(await openingCode(path) == nil)
  }
}
