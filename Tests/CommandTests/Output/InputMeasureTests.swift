import IntakeModel
import IntakeTesting
import Testing
import intake

/// The total that the progress bar shows.
struct InputMeasureTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func measure(_ names: String...) -> InputMeasure.Total? {
    let measure = InputMeasure(
      names.compactMap { FilePathArgument(bytes: Array(folder.path(of: $0).utf8)) })
    measure.measure()
    return measure.total
  }

  @Test func `it counts what a folder stands for, and what is named`() throws {
    for name in ["in/a", "in/b/c/d", "in/.hidden", "in/.git/e", "f"] {
      try folder.write("12345".utf8, to: name)
    }
    try folder.link("in/link", to: folder.path)
    let total = try #require(measure("in", "f", "missing"))
    #expect(total.files == 3)
    #expect(total.bytes == .bytes(15))
    // What the pipeline is offered: the link too, which it refuses.
    #expect(try folder.listFiles().count == 6)
  }

  @Test func `until it is done there is no total`() throws {
    try folder.write("12345".utf8, to: "in/a")
    let path = try #require(FilePathArgument(bytes: Array(folder.path.utf8)))
    let measure = InputMeasure([path])
    #expect(measure.total == nil)
    measure.stop()
    measure.measure()
    #expect(measure.total == nil)
  }
}
