import ChangeEvidence
import IntakeModel
import IntakeTesting
import Testing

@Suite(.timeLimit(.minutes(5)), .enabled(if: SampleRepository.isPossible, "git is not installed"))
struct GitRepositoryTests {
  @Test(arguments: [("sha1", 40), ("sha256", 64)])
  func `a commit is told with its tree, branch and time`(format: String, digits: Int) async throws {
    let sample = try await SampleRepository(objectFormat: format)
    let change = try await sample.repository.checkedOut()
    #expect(change.commit.description == (try await sample.git("rev-parse", "HEAD")).trimmed)
    #expect(change.tree.description == (try await sample.git("rev-parse", "HEAD^{tree}")).trimmed)
    #expect(change.commit.description.count == digits)
    #expect(change.parents == [])
    #expect(change.branch == "main")
    #expect(change.time == 1_700_000_000)
    #expect(change.isClean)
  }

  @Test func `parents are told, and a branch only where there is one`() async throws {
    let sample = try await SampleRepository()
    let first = try await sample.repository.commit("HEAD")
    _ = try sample.folder.write("more\n".utf8, to: "file.txt")
    try await sample.git("add", "file.txt")
    try await sample.commit("Second")
    #expect(try await sample.repository.checkedOut().parents == [first])
    #expect(try await sample.repository.commit("HEAD~1") == first)
    try await sample.git("checkout", "--quiet", "--detach")
    #expect(try await sample.repository.checkedOut().branch == nil)
  }

  @Test func `what is in no commit is counted, and has a digest of its own`() async throws {
    let sample = try await SampleRepository()
    let repository = sample.repository
    _ = try sample.folder.write("changed\n".utf8, to: "file.txt")
    let changed = try #require(try await repository.checkedOut().difference)
    #expect(changed.fileCount == 1)
    _ = try sample.folder.write("new\n".utf8, to: "Bündel/😀\nnew.txt")
    let more = try #require(try await repository.checkedOut().difference)
    #expect(more.fileCount == 2)
    #expect(more.digest != changed.digest)
    #expect(try await repository.checkedOut().difference == more)
    try await sample.git("add", "--all")
    let staged = try #require(try await repository.checkedOut().difference)
    #expect(staged.fileCount == 2)
    try await sample.git("rm", "--quiet", "--force", "file.txt")
    let gone = try #require(try await repository.checkedOut().difference)
    #expect(gone.digest != staged.digest)
  }

  @Test(arguments: ["--assume-unchanged", "--skip-worktree"])
  func `a file that git is told not to look at counts as one that differs`(_ option: String)
    async throws
  {
    let sample = try await SampleRepository()
    try await sample.git("update-index", option, "file.txt")
    _ = try sample.folder.write("changed\n".utf8, to: "file.txt")
    let hidden = try #require(try await sample.repository.checkedOut().difference)
    #expect(hidden.fileCount == 1)
    _ = try sample.folder.write("changed again\n".utf8, to: "file.txt")
    let again = try #require(try await sample.repository.checkedOut().difference)
    #expect(again.fileCount == 1 && again.digest != hidden.digest)
    // Also seen from a folder below.
    _ = try sample.folder.write("new\n".utf8, to: "below/new.txt")
    let below = GitRepository(sample.folder.path(of: "below"), environment: Tool.environment)
    #expect(try await below.checkedOut().difference?.fileCount == 2)
  }

  @Test func `the same difference has the same digest in another folder`() async throws {
    var digests: Set<ContentDigest> = []
    for _ in 0..<2 {
      let sample = try await SampleRepository()
      _ = try sample.folder.write("changed\n".utf8, to: "file.txt")
      _ = try sample.folder.link("link", to: "file.txt")
      digests.insert(try #require(try await sample.repository.checkedOut().difference).digest)
    }
    #expect(digests.count == 1)
  }

  @Test func `the archive itself is no change`() async throws {
    let sample = try await SampleRepository()
    let path = try sample.folder.write([1], to: "out/evidence.zip")
    #expect(try await !sample.repository.checkedOut().isClean)
    #expect(try await sample.repository.checkedOut(excluding: path).isClean)
  }

  @Test func `what is no repository or no commit is said so`() async throws {
    let folder = try TemporaryFolder()
    let none = await #expect(throws: EvidenceError.self) {
      _ = try await GitRepository(folder.path, environment: Tool.environment).checkedOut()
    }
    #expect(none?.description.contains("not a git repository") == true)
    let sample = try await SampleRepository()
    let revision = await #expect(throws: EvidenceError.self) {
      _ = try await sample.repository.commit("no-such\u{7}branch")
    }
    #expect(
      revision?.description.hasPrefix(#"'no-such\u{7}branch' is no commit of the repository"#)
        == true)
    let option = await #expect(throws: EvidenceError.self) {
      _ = try await sample.repository.commit("--all")
    }
    #expect(option?.description.hasPrefix("'--all' is no commit") == true)
  }
}

extension String {
  fileprivate var trimmed: String { String(prefix { !$0.isNewline }) }
}
