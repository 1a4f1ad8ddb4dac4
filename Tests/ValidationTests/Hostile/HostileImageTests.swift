import AttachmentIntake
import Testing

@Suite(.timeLimit(.minutes(5)), .enabled(if: Build.hasImages, "built without the trait Images"))
struct HostileImageTests {
  @Test func `an image of a few bytes that claims gigabytes is refused by its header`() async throws
  {
    let bytes = PNGBytes.claim(width: 100_000, height: 100_000)
    #expect(bytes.count < 100)
    try await withValidators { validators async throws in
      let verdict = try await validators.verdict(on: bytes, as: "public.png")
      Figures.note("PNG of \(bytes.count) bytes for 10 GB", verdict, validators)
      #expect(verdict == .refused(.decodedSize, found: 10_000_000_000, limit: 512 << 20))
      #expect(validators.pool.statistics.peakMemory < .mebibytes(20))
    }
  }

  @Test func `a whole image of a few kilobytes is refused by the cap and opens without it`()
    async throws
  {
    let bytes = try PNGBytes.black(width: 8000, height: 8000)
    #expect(bytes.count < 10_000)
    try await withValidators { validators async throws in
      #expect(
        try await validators.verdict(
          on: bytes, as: "public.png", limits: ValidationLimits(decodedSize: .bytes(63_999_999)))
          == .refused(.decodedSize, found: 64_000_000, limit: 63_999_999))
      #expect(
        try await validators.verdict(
          on: bytes, as: "public.png", limits: ValidationLimits(decodedSize: .bytes(64_000_000))
        )
        .name == "valid")
    }
  }

  @Test func `sizes beyond any number do not wrap around`() async throws {
    try await withValidators { validators async throws in
      for side in [0x7FFF_FFFF, 0x1_0000, 10_000_000] {
        let verdict = try await validators.verdict(
          on: PNGBytes.claim(width: side, height: side), as: "public.png")
        #expect(["invalid", "refused"].contains(verdict.name), "\(side): \(verdict)")
      }
    }
  }

  @Test func `an animation is judged by all its frames`() async throws {
    let gif = GIFBytes.animation(width: 10_000, height: 1000, frames: 100)
    try await withValidators { validators async throws in
      let verdict = try await validators.verdict(on: gif, as: "com.compuserve.gif")
      guard case .refused(.decodedSize, let found, _) = verdict else {
        Issue.record("\(verdict)")
        return
      }
      #expect(found >= 10_000 * 1000 * 100)
      #expect(
        try await validators.verdict(
          on: gif, as: "com.compuserve.gif", limits: ValidationLimits(frames: 99))
          == .refused(.frames, found: 100, limit: 99))
    }
  }
}
