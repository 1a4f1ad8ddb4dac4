/// The verdict on one piece of content, and what it took.
package struct ValidationReply: Sendable, Hashable {
  /// That of the request.
  package var number: UInt64
  /// The most memory that was resident in the validator's process so far, beyond what it had before the first
  /// document.
  package var peakMemory: ByteCount
  package var verdict: ContentVerdict

  package init(number: UInt64, peakMemory: ByteCount, verdict: ContentVerdict) {
    self.number = number
    self.peakMemory = peakMemory
    self.verdict = verdict
  }

  package var line: String { "verdict \(number) \(peakMemory.bytes) \(verdict.text)" }

  package init?(line: String) {
    guard let words = ValidationLine.words(line, "verdict"), words.count >= 3,
      let number = UInt64(words[0]), let peak = Int64(words[1]), peak >= 0,
      let verdict = ContentVerdict(words[2...].joined(separator: " "))
    else { return nil }
    self.init(number: number, peakMemory: ByteCount(bytes: peak), verdict: verdict)
  }
}
