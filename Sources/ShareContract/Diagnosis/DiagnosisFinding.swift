/// What is found at one link, as it is put together.
struct DiagnosisFinding {
  var verdict: Diagnosis.Verdict
  private var seen: [String] = []
  /// What is said at the end of what was seen, however much that is.
  private var conclusions: [String] = []
  /// What is seen of many attachments and told once.
  private var meanings: Set<String> = []
  /// The attachments for which the link was seen to hold, by number.
  private(set) var holding: Set<Int> = []
  /// Whether the share is not meant to come further.
  private(set) var isEnd = false
  private var excluded: [String] = []
  private var advice: [String] = []

  /// The most sentences of one kind: a share may have hundreds of attachments, about which the first ones tell.
  static let maximumSentences = 12

  init(_ verdict: Diagnosis.Verdict = .unknown) { self.verdict = verdict }

  mutating func see(_ text: String) { seen.append(text) }

  /// Tells what may be seen of many attachments, once. There are few such texts: one for each code.
  mutating func see(once text: String) {
    if meanings.insert(text).inserted { seen.append(text) }
  }

  /// Tells what sums the others up, also where there is no room to tell of all.
  mutating func conclude(_ text: String) { conclusions.append(text) }

  /// The share was not meant to come further, and did not.
  mutating func end() {
    hold()
    isEnd = true
  }

  mutating func exclude(_ text: String) {
    Self.add(text, to: &excluded)
  }

  mutating func advise(_ text: String) {
    Self.add(text, to: &advice)
  }

  /// Each once, and no more than are shown, so that looking for it stays cheap.
  private static func add(_ text: String, to texts: inout [String]) {
    guard texts.count < maximumSentences, !texts.contains(text) else { return }
    texts.append(text)
  }

  /// Broken, once and for all.
  mutating func fail() { verdict = .broken }

  /// Sound, unless it is broken already.
  mutating func hold() {
    if verdict == .unknown { verdict = .sound }
  }

  /// Sound for one attachment.
  mutating func hold(_ number: Int) {
    holding.insert(number)
    hold()
  }

  func step(_ link: Diagnosis.Link) -> Diagnosis.Step {
    Diagnosis.Step(
      link: link, verdict: verdict,
      seen: Self.bounded(seen, Self.maximumSentences - conclusions.count) + conclusions,
      excluded: excluded, advice: advice)
  }

  private static func bounded(_ texts: [String], _ maximum: Int) -> [String] {
    guard texts.count > maximum else { return texts }
    return texts.prefix(maximum - 1) + ["and \(texts.count - maximum + 1) more"]
  }
}
