import AttachmentIntake
import IntakeTesting
import Testing

@Suite(.timeLimit(.minutes(5))) struct SystemFailureTests {
  private func refusal(_ failure: SystemFailure) async throws -> IntakeError? {
    try await withPipeline { fixture in
      let provider = ScriptedProvider([.init("public.heic", .error(failure.reported))])
      return try await fixture.ingest(Attachment(provider)).refusal
    }
  }

  @Test
  func `that a photo is not on the device is found underneath what the item provider says`()
    async throws
  {
    let failure = SystemFailure(
      "NSItemProviderErrorDomain", -1000,
      underlying: [
        SystemFailure("NSCocoaErrorDomain", 4101),
        SystemFailure("CloudPhotoLibraryErrorDomain", 81),
      ])
    let refusal = try await refusal(failure)
    #expect(refusal?.code == .notDownloaded)
    #expect(refusal?.code.mayPassLater == true)
    #expect(refusal?.cause as? SystemFailure == SystemFailure("CloudPhotoLibraryErrorDomain", 81))
  }

  @Test(arguments: [
    ("NSCocoaErrorDomain", 260, IntakeError.Code.sourceMissing),
    ("NSCocoaErrorDomain", 4, .sourceMissing), ("NSPOSIXErrorDomain", 2, .sourceMissing),
    ("NSCocoaErrorDomain", 257, .sourceDenied), ("NSPOSIXErrorDomain", 13, .sourceDenied),
    ("NSItemProviderErrorDomain", -1000, .loadFailed), ("NSCocoaErrorDomain", 3072, .loadFailed),
  ])
  func `an error of the system is refused as what it means, with its domain and number`(
    domain: String, number: Int, code: IntakeError.Code
  ) async throws {
    let refusal = try await refusal(SystemFailure(domain, number))
    #expect(refusal?.code == code)
    #expect(refusal?.cause as? SystemFailure == SystemFailure(domain, number))
  }

  @Test
  func `of several errors the first that says something of the file counts`() {
    let failure = SystemFailure(
      "NSItemProviderErrorDomain", -1000,
      underlying: [
        SystemFailure("NSCocoaErrorDomain", 257), SystemFailure("NSPOSIXErrorDomain", 2),
      ])
    #expect(failure == SystemFailure("NSCocoaErrorDomain", 257))
    #expect(SystemFailure("A", 1, underlying: [SystemFailure("B", 2)]) == SystemFailure("A", 1))
  }
}
