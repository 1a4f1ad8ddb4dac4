import ContainerStorage
import IntakeModel
import IntakeTesting
import Testing

/// The rules that every container keeps, checked on each one there is.
@Suite(.timeLimit(.minutes(5)))
struct ContainerConformanceTests {
  @Test(arguments: ContainerConformance.checks)
  func `a folder without names for staged files keeps the rule`(
    check: ContainerConformance.Check
  ) async throws {
    let folder = try TemporaryFolder()
    try await check.run { try FolderContainer(at: folder("c"), create: true) }
  }

  @Test(arguments: ContainerConformance.checks)
  func `a folder with hidden names for staged files keeps the rule`(
    check: ContainerConformance.Check
  ) async throws {
    let folder = try TemporaryFolder()
    try await check.run {
      try FolderContainer(at: folder("c"), create: true, staging: .hiddenNames)
    }
  }

  @Test(arguments: ContainerConformance.checks)
  func `a container in memory keeps the rule`(check: ContainerConformance.Check) async throws {
    let container = InMemoryContainer()
    try await check.run { InMemoryContainer(sharing: container) }
  }
}
