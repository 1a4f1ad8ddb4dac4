import AttachmentIntake
import IntakeModel
import IntakeTesting
import Testing
import UniformTypes

@Suite(.timeLimit(.minutes(5)))
struct `A share that the pipeline recorded` {
  @Test(arguments: ReplaySamples.stored.indices)
  func `is stored again in the same way`(index: Int) async throws {
    let sample = ReplaySamples.stored[index]
    let contract = InputContract.sample()
    let record = try await recordShare([sample.make()], by: contract)
    guard case .stored = try #require(record.attachments.first).result else {
      Issue.record("\(sample.name) was not stored: \(record.attachments)")
      return
    }
    let result = try #require(try await ShareReplay(contract).run([record]).first)
    #expect(result.verdict == .same, "\(sample.name): \(result.differences) \(result.obstacles)")
    #expect(result.differences == [], "\(sample.name)")
    let again = try #require(result.observed?.attachments.first)
    #expect(again.representations == record.attachments[0].representations, "\(sample.name)")
    #expect(again.result == record.attachments[0].result, "\(sample.name)")
    #expect(again.readBack == .init(by: .intake))
  }

  @Test(arguments: ReplaySamples.refused.indices)
  func `is refused again for the same reason`(index: Int) async throws {
    let sample = ReplaySamples.refused[index]
    let contract = InputContract.sample()
    let record = try await recordShare([sample.make()], by: contract) { configuration in
      if sample.code == .loadTimedOut { configuration.loadTimeout = .milliseconds(30) }
    }
    guard case .refused(let code, _) = try #require(record.attachments.first).result else {
      Issue.record("\(sample.name) was not refused: \(record.attachments)")
      return
    }
    #expect(code == sample.code, "\(sample.name)")
    let result = try #require(try await ShareReplay(contract).run([record]).first)
    #expect(result.verdict == .same, "\(sample.name): \(result.differences) \(result.obstacles)")
    #expect(result.observed?.attachments[0].result == record.attachments[0].result)
  }
}
