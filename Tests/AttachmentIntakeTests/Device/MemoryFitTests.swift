import AttachmentIntake
import Testing

@Suite struct MemoryFitTests {
  @Test(arguments: [
    // What is available, then the budget and the buffer that fit.
    (ByteCount.zero, ByteCount.mebibytes(4), ByteCount.kibibytes(256)),
    (.mebibytes(120), .mebibytes(4), .kibibytes(256)),
    (.mebibytes(16), .mebibytes(4), .kibibytes(256)),
    (.mebibytes(8), .mebibytes(2), .kibibytes(256)),
    (.kibibytes(400), .kibibytes(100), .kibibytes(100)),
    (.bytes(1), .kibibytes(4), .kibibytes(4)),
    (.bytes(.max), .mebibytes(4), .kibibytes(256)),
  ])
  func `the budget is a quarter of what is available, and never more than was set`(
    available: ByteCount, budget: ByteCount, buffer: ByteCount
  ) {
    var configuration = IntakePipeline.Configuration()
    configuration.fit(available: available)
    #expect(configuration.memoryBudget == budget)
    #expect(configuration.copyBufferSize == buffer)
  }

  @Test
  func `whatever is available, a pipeline takes the configuration`() async throws {
    for exponent in 0..<40 {
      var configuration = IntakePipeline.Configuration()
      configuration.fit(available: .bytes(1 << exponent))
      try await withPipeline(configuration) { _ in }
    }
  }
}
