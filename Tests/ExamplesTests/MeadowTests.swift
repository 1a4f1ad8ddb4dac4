import Foundation
import IntakeTesting
import ShareContract
import Testing

/// The tests that the contract of the example names: how an app team tests its share extension without a device.
@Suite(.timeLimit(.minutes(5))) struct MeadowTests {
  private let contract: InputContract

  init() throws {
    let file = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .appendingPathComponent("../Examples/Meadow/share-contract.json")
    contract = try InputContract(reading: Array(Data(contentsOf: file)))
  }

  @Test
  func `a photo arrives in the form that its source prefers`() async throws {
    try await expectAsPromised("photos-still", "photos-still-jpeg", "picker-live-photo")
  }

  @Test
  func `a film arrives as a file, and never through memory`() async throws {
    try await expectAsPromised("photos-video")
  }

  @Test
  func `two photos of one second both arrive`() async throws {
    try await expectAsPromised("whatsapp-two-photos")
  }

  @Test
  func `a document arrives, and not the link beside it`() async throws {
    try await expectAsPromised("files-pdf")
  }

  @Test
  func `a drawing is refused with what the contract says`() async throws {
    try await expectAsPromised("drawing")
  }

  @Test
  func `links and folders are left to other apps`() async throws {
    try await expectAsPromised("safari-page", "files-folder")
  }

  /// Replays what the sources of these rows declare through the real pipeline, as the contract configures it.
  private func expectAsPromised(
    _ ids: String..., sourceLocation: SourceLocation = #_sourceLocation
  ) async throws {
    for id in ids {
      let row = try #require(contract.rows.first { $0.id == id }, sourceLocation: sourceLocation)
      let share = try ShareRecord(replaying: row, of: contract)
      try await ShareReplay(contract).run([share]) { result in
        #expect(result.verdict == .same, "\(result.differences)", sourceLocation: sourceLocation)
      }
    }
  }
}
