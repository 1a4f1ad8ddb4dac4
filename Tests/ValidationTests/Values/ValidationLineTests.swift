import IntakeModel
import IntakeTesting
import Testing
import UniformTypes

@Suite(.timeLimit(.minutes(5))) struct ValidationLineTests {
  private static let limits = ValidationLimits(
    contentSize: .bytes(1), decodedSize: .bytes(2), frames: 3, objects: 4, entries: 5,
    expandedSize: .bytes(6), ratio: 7, time: .milliseconds(8))

  @Test func `a request comes out of its line as it went in`() throws {
    let request = ValidationRequest(number: .max, type: "com.adobe.pdf", limits: Self.limits)
    #expect(request.line == "validate 18446744073709551615 com.adobe.pdf 1 2 3 4 5 6 7 8")
    #expect(ValidationRequest(line: request.line) == request)
  }

  @Test(arguments: [
    "", "a b", "a\nb", String(repeating: "x", count: 256), String(repeating: "y", count: 100_000),
  ]) func `a type that is none is not sent`(type: String) {
    let request = ValidationRequest(number: 1, type: TypeIdentifier(type), limits: Self.limits)
    #expect(request.type == nil)
    #expect(ValidationRequest(line: request.line) == request)
  }

  @Test func `no request is longer than a line`() {
    let extreme = ValidationLimits(
      contentSize: .bytes(.max), decodedSize: .bytes(.max), frames: .max, objects: .max,
      entries: .max, expandedSize: .bytes(.max), ratio: .max, time: .seconds(Int64.max))
    let type = TypeIdentifier(String(repeating: "x", count: 255))
    let request = ValidationRequest(number: .max, type: type, limits: extreme)
    #expect(request.line.utf8.count < ValidationLine.maximumLength)
    #expect(ValidationRequest(line: request.line)?.type == type)
    #expect(ValidationRequest(line: request.line)?.limits.ratio == .max)
  }

  @Test func `a reply comes out of its line as it went in`() {
    let reply = ValidationReply(
      number: 7, peakMemory: .mebibytes(20), verdict: .valid(ContentFacts(pages: 3)))
    #expect(reply.line == "verdict 7 20971520 valid pages=3")
    #expect(ValidationReply(line: reply.line) == reply)
  }

  @Test func `a greeting comes out of its line as it went in`() {
    let greeting = ValidatorGreeting(
      validators: ["pdf", "property-list"],
      confinement: .init(hasLimits: true, filtersCalls: false))
    #expect(greeting.line == "ready 1 limited unfiltered pdf,property-list")
    #expect(ValidatorGreeting(line: greeting.line) == greeting)
  }

  @Test(arguments: [
    "ready 2 limited filtered pdf", "ready 1 limited filtered", "ready 1 limited filtered PDF",
    "ready 1 yes filtered pdf", "verdict x 1 valid", "verdict 1 -1 valid", "verdict 1 1",
    "verdict 1 1 valid pages", "validate 1 a 1 2 3 4 5 6 7", "validate 1 a 1 2 3 4 5 6 7 -8", "",
  ]) func `any other line is none`(line: String) {
    #expect(ValidatorGreeting(line: line) == nil)
    #expect(ValidationReply(line: line) == nil)
    #expect(ValidationRequest(line: line) == nil)
  }

  @Test func `changed lines are read as something or as nothing and never trap`() {
    var generator = SeededGenerator(seed: 20_261_130)
    let lines = [
      ValidationRequest(number: 1, type: "public.png", limits: Self.limits).line,
      ValidationReply(number: 1, peakMemory: .zero, verdict: .locked).line,
      "verdict 1 1 refused ratio found=1 limit=1", "ready 1 limited filtered pdf",
    ]
    for _ in 0..<20_000 {
      var bytes = Array(lines[Int.random(in: 0..<lines.count, using: &generator)].utf8)
      for _ in 0..<Int.random(in: 1...3, using: &generator) {
        let place = Int.random(in: 0..<bytes.count, using: &generator)
        bytes[place] = UInt8.random(in: 0...127, using: &generator)
      }
      let line = String(decoding: bytes, as: UTF8.self)
      if let reply = ValidationReply(line: line) {
        #expect(ContentVerdict(reply.verdict.text) == reply.verdict)
      }
      _ = ValidationRequest(line: line)
      _ = ValidatorGreeting(line: line)
    }
  }

  @Test(arguments: [
    (Duration.seconds(1), Int64(1000)), (.microseconds(1), 1), (.zero, 0), (.seconds(-1), 0),
    (.milliseconds(1500), 1500), (.seconds(Int64.max), .max),
  ]) func `a time is counted in whole milliseconds`(time: Duration, expected: Int64) {
    #expect(time.wholeMilliseconds == expected)
  }
}
