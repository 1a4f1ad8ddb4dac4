import AppleAdapters
import AttachmentIntake
import FoundationStandIn
import IntakeTesting
import OSStandIn
import Testing
import UniformTypeIdentifiersStandIn

/// Tests that share the time of this process, one after the other.
@Suite(.serialized, .timeLimit(.minutes(5))) enum ProcessTests {}

extension ProcessTests {
  /// The adapters of App Groups, activities, memory and types, compiled over stand-ins.
  @Suite struct ContainerTests {
    @Test
    func `a container of an App Group is opened while the process is not suspended`() async throws {
      try await withTemporaryFolder { folder in
        AppGroups.allow("group.org.example.open", at: folder.path)
        let total = try await SharedContainer.withContainer(of: AppGroup("group.org.example.open"))
        {
          container in
          #expect(BackgroundTime.running == 1)
          return try await container.totals().count
        }
        #expect(total == 0)
        #expect(folder.contains("Attachments/container"))
        try await eventually { BackgroundTime.running == 0 }
      }
    }

    @Test
    func `when the time of the process ends, the container is closed, and the caller hears of it`()
      async throws
    {
      try await withTemporaryFolder { folder in
        AppGroups.allow("group.org.example.expired", at: folder.path)
        let gate = Gate()
        let work = Task {
          try await SharedContainer.withContainer(of: AppGroup("group.org.example.expired")) { _ in
            try await gate.wait()
          }
        }
        try await gate.arrival(of: 1)
        BackgroundTime.expire()
        let error = await #expect(throws: IntakeError.self) { try await work.value }
        #expect(error?.code == .containerUnavailable)
        #expect(try folder.list("Attachments/owners") == [])
        try await eventually { BackgroundTime.running == 0 }
      }
    }

    @Test
    func `a group that this process is not signed for is a clear error`() async throws {
      let error = await #expect(throws: IntakeError.self) {
        try await SharedContainer.withContainer(of: AppGroup("group.org.example.none")) { _ in }
      }
      #expect(error?.code == .containerUnavailable)
      #expect(error?.message.contains("'group.org.example.none'") == true)
    }

    @Test
    func `the memory budget fits what the process may take`() {
      ProcessMemory.available = 4 << 20
      var configuration = IntakePipeline.Configuration()
      configuration.fitToProcess()
      #expect(configuration.memoryBudget == .mebibytes(1))
    }

    @Test
    func `a type goes to the system and comes back`() throws {
      let type = try #require(UTType(TypeIdentifier("public.jpeg")))
      #expect(TypeIdentifier(type) == "public.jpeg")
      #expect(UTType(TypeIdentifier("org.example.unknown")) == nil)
    }
  }
}
