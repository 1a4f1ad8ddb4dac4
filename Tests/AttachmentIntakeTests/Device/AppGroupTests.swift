import AttachmentIntake
import Testing

@Suite struct AppGroupTests {
  @Test
  func `a group without a folder names its entitlement and its identifier`() throws {
    let error = try #require(throws: IntakeError.self) {
      try AppGroup("group.org.example.meadow").containerPath(in: nil, named: "Attachments")
    }
    #expect(error.code == .containerUnavailable)
    #expect(error.message.contains("com.apple.security.application-groups"))
    #expect(error.message.contains("'group.org.example.meadow'"))
    #expect(!error.message.contains("begins with"))
  }

  @Test
  func `a group that cannot be one on iOS says so`() throws {
    let error = try #require(throws: IntakeError.self) {
      try AppGroup("org.example.meadow").containerPath(in: nil, named: "Attachments")
    }
    #expect(error.message.contains("begins with 'group.'"))
  }

  @Test(arguments: ["/groups/meadow", "/groups/meadow/"])
  func `a container has a folder of its own in that of the group`(folder: String) throws {
    let path = try AppGroup("group.org.example.meadow").containerPath(in: folder, named: "Inbox")
    #expect(path == "/groups/meadow/Inbox")
  }

  @Test(arguments: ["", ".", "..", "a/b", "a\0b"])
  func `what is no name of a folder is refused`(name: String) throws {
    let error = try #require(throws: IntakeError.self) {
      try AppGroup("group.org.example.meadow").containerPath(in: "/groups", named: name)
    }
    #expect(error.code == .invalidArgument)
  }
}
