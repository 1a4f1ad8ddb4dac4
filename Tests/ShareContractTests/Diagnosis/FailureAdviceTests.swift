import ShareContract
import Testing

/// Every code has its link and its advice.
struct FailureAdviceTests {
  static let links: [(IntakeError.Code, Stage, Diagnosis.Link)] = [
    (.overFileLimit, .copying, .copying), (.overBatchLimit, .copying, .copying),
    (.overCountLimit, .selection, .copying), (.containerFull, .copying, .copying),
    (.noAcceptedType, .selection, .matching), (.typeRefused, .selection, .matching),
    (.sourceIsDirectory, .selection, .matching), (.loadFailed, .loading, .loading),
    (.loadTimedOut, .loading, .loading), (.nothingDelivered, .loading, .loading),
    (.notDownloaded, .copying, .loading), (.sourceMissing, .loading, .loading),
    (.sourceMissing, .copying, .copying), (.sourceDenied, .copying, .loading),
    (.sourceIsLink, .copying, .loading), (.sourceNotRegular, .copying, .loading),
    (.readFailed, .copying, .copying), (.sourceChanged, .copying, .copying),
    (.sequenceFailed, .selection, .loading), (.emptyContent, .copying, .loading),
    (.contentMismatch, .validation, .copying), (.contentInvalid, .validation, .copying),
    (.digestMismatch, .handoff, .reading), (.containerUnavailable, .commit, .copying),
    (.containerUnavailable, .handoff, .reading), (.containerReadOnly, .commit, .copying),
    (.containerUnsuitable, .commit, .copying), (.diskFull, .copying, .copying),
    (.tooManyOpenFiles, .copying, .copying), (.writeFailed, .copying, .copying),
    (.containerBusy, .commit, .copying), (.catalogFailed, .commit, .copying),
    (.catalogDamaged, .handoff, .reading), (.notFound, .handoff, .reading),
    (.alreadyTaken, .handoff, .reading), (.leaseLost, .handoff, .reading),
    (.batchAborted, .commit, .copying), (.invalidArgument, .loading, .loading),
    (.closed, .commit, .copying), (.contentLocked, .validation, .copying),
    (.contentRepairable, .validation, .copying), (.contentOverLimit, .validation, .copying),
    (.notValidated, .validation, .copying), (.contentInfected, .validation, .copying),
    (.notScanned, .validation, .copying), (.linkBroken, .handoff, .reading),
    (.copyMissing, .handoff, .reading),
  ]

  @Test(arguments: links)
  func `a refusal breaks the link that its code and stage name`(
    code: IntakeError.Code, stage: Stage, link: Diagnosis.Link
  ) throws {
    let diagnosis = Diagnosis(of: DiagnosisSamples.refused(code, at: stage))
    #expect(diagnosis.broken?.link == link)
    let advice = try #require(diagnosis.broken?.advice)
    #expect(!advice.isEmpty)
    #expect(!advice.contains { $0.contains("look the code up") })
  }

  @Test func `the table above leaves no code out`() {
    #expect(Set(Self.links.map(\.0)) == Set(IntakeError.Code.allCases))
  }

  @Test(arguments: IntakeError.Code.allCases)
  func `every code has an entry of its own in the advice`(code: IntakeError.Code) throws {
    let advice = FailureAdvice(code)
    #expect(FailureAdvice.known.contains(code))
    #expect(!advice.meaning.isEmpty && !advice.advice.isEmpty)
    let same = IntakeError.Code.allCases.filter { FailureAdvice($0).meaning == advice.meaning }
    #expect(same == [code])
  }

  @Test(arguments: IntakeError.Code.allCases)
  func `every code at every stage breaks some link`(code: IntakeError.Code) {
    for stage in Stage.allCases {
      let diagnosis = Diagnosis(of: DiagnosisSamples.refused(code, at: stage))
      #expect(diagnosis.broken != nil, "\(code) at \(stage)")
    }
  }
}
