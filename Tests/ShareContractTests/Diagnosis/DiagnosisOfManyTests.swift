import ShareContract
import Testing

/// Shares of several attachments, of which some went well.
struct DiagnosisOfManyTests {
  private typealias Samples = DiagnosisSamples

  /// A share of so many stored photos, and others behind them.
  private func share(stored: Int, and others: AttachmentRecord...) -> ShareRecord {
    var record = Samples.photo
    let photo = record.attachments[0]
    record.items[0].attachments = Array(repeating: photo, count: stored) + others
    return record
  }

  private static let beyondCount = AttachmentRecord(
    representations: [], result: .refused(.overCountLimit, at: .selection))

  private static let link = AttachmentRecord(
    representations: [RepresentationRecord("public.url", delivery: .data)],
    result: .refused(.noAcceptedType, at: .selection))

  private static let failed = AttachmentRecord(
    representations: [
      RepresentationRecord(
        "public.heic", delivery: .file,
        attempt: .init(order: 0, failure: .init(.loadFailed, at: .loading)))
    ], result: .refused(.loadFailed, at: .loading))

  @Test(arguments: [false, true])
  func `the one that is refused among many is named first, and the others are counted`(
    withContract: Bool
  ) throws {
    let record = share(stored: 30, and: Self.beyondCount)
    let diagnosis = Diagnosis(of: record, contract: withContract ? Samples.contract : nil)
    let step = try #require(diagnosis.broken)
    #expect(step.link == .copying)
    #expect(step.seen.first == "attachment 31: over-count-limit")
    #expect(step.seen.last == "30 others: stored")
    #expect(step.seen.contains { $0.contains("belongs to no callback") })
    #expect(
      step.excluded == [
        "the app, for what was refused: of that there is no copy that it could read"
      ])
    #expect(
      step.advice == [
        "raise the count in the contract, or lower the maximum in the activation rule to what is taken in"
      ])
  }

  @Test func `what nobody looked at is not said to have matched or arrived`() {
    let diagnosis = Diagnosis(of: share(stored: 2, and: Self.beyondCount))
    for step in diagnosis.steps.prefix(3).dropFirst() {
      #expect(step.seen.last == "nothing is known of 1 of the attachments")
      #expect(step.excluded.isEmpty)
      #expect(!step.seen.contains { $0.hasPrefix("attachment 3") })
    }
  }

  @Test func `what does not match excludes the source and the copy of itself alone`() throws {
    let some = try #require(Diagnosis(of: share(stored: 6, and: Self.link, Self.link)).broken)
    #expect(some.link == .matching)
    #expect(some.seen.first?.hasPrefix("attachment 7: refused: no-accepted-type") == true)
    #expect(
      some.excluded == [
        "the source and the copy, for what does not match: nothing of it was loaded"
      ])
    let all = try #require(Diagnosis(of: share(stored: 0, and: Self.link, Self.link)).broken)
    #expect(all.excluded == ["the source and the copy: nothing was loaded"])
  }

  @Test func `what did not arrive excludes the copy of itself alone`() throws {
    let some = try #require(Diagnosis(of: share(stored: 6, and: Self.failed)).broken)
    #expect(some.link == .loading)
    #expect(some.seen.first?.hasPrefix("attachment 7: ") == true)
    #expect(some.excluded == ["the copy and the app, for what did not arrive"])
    let all = try #require(Diagnosis(of: share(stored: 0, and: Self.failed)).broken)
    #expect(all.excluded == ["the copy and the app: nothing arrived"])
  }

  @Test func `a copy that was not read back may be the damaged one`() {
    var record = share(stored: 2)
    record.items[0].attachments[0].readBack = .init(by: .intake)
    record.items[0].attachments[1].readBack = .init(by: .intake)
    let damaged = "a copy that is damaged: the process that took it in has read it back"
    #expect(Diagnosis(of: record).steps.last?.excluded == [damaged])
    record.items[0].attachments[1].readBack = nil
    #expect(Diagnosis(of: record).steps.last?.excluded == [])
  }
}
