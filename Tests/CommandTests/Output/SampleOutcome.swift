import IntakeModel
import UniformTypes

/// Outcomes to tell of.
enum SampleOutcome {
  static let id = AttachmentID("0190163d-8694-739b-aea5-966c26f8ad91")!
  static let digest = ContentDigest(String(repeating: "ab", count: 32))!

  static func stored(
    _ position: Int = 0, name: String? = "photo.heic", size: Int = 3,
    verdict: ContentVerdict? = nil
  ) -> Outcome {
    Outcome(
      position: position, name: name, declared: ["public.heic"],
      result: .success(
        StoredAttachment(
          id: id, declaredType: "public.heic", contentType: "public.jpeg", size: .bytes(size),
          digest: digest, verdict: verdict)))
  }

  static func refused(
    _ position: Int = 1, name: String? = "a.pdf", _ code: IntakeError.Code = .overFileLimit,
    cause: (any Error)? = nil
  ) -> Outcome {
    let error = IntakeError(code, at: .copying, "It holds more than 3 bytes.", cause: cause)
    return Outcome(
      position: position, name: name, declared: ["com.adobe.pdf", "public.data"],
      trail: [FailedCandidate(type: "com.adobe.pdf", error: error)], result: .failure(error))
  }
}
