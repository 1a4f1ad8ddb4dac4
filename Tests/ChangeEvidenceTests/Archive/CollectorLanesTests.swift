import ChangeEvidence
import IntakeModel
import IntakeTesting
import Testing

#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// Several sources are read at once.
@Suite(.timeLimit(.minutes(5)))
struct CollectorLanesTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  @Test func `two sources that wait for each other both end, and stand in their order`()
    async throws
  {
    let (first, second) = (Gate(), Gate())
    let export = SampleEvidence.export(more: [
      Collector("late", timeLimit: .seconds(60)) { output in
        first.open()
        second.waitBlocking()
        try output.add("late.txt", Array("late\n".utf8))
      },
      Collector("early", timeLimit: .seconds(60)) { output in
        try output.add("early.txt", Array("early\n".utf8))
        first.waitBlocking()
        second.open()
      },
    ])
    let result = try await export.write(to: folder.path(of: "a.zip"), replacing: false)
    #expect(
      result.manifest.sources.map(\.name) == [
        "device", "plain", "media", "results", "late", "early",
      ])
    #expect(result.manifest.sources.allSatisfy { $0.state == .present })
  }

  private static func bytes(_ source: Int) -> [UInt8] { Array("line of \(source)\n".utf8) }

  @Test func `the members of sources that run at once stand whole`() async throws {
    let sources = 0..<12
    let export = SampleEvidence.export(
      more: sources.map { source in
        Collector("source-\(source)") { output in
          for member in 0..<3 {
            try output.add("\(source)/\(member).txt") { write in
              for _ in 0..<200 { try Self.bytes(source).withUnsafeBytes { try write($0) } }
            }
          }
        }
      })
    _ = try await export.write(to: folder.path(of: "a.zip"), replacing: false)
    let members = try RawMember.read(try folder.read("a.zip"))
    for source in sources {
      for member in 0..<3 {
        let found = members.first { $0.name == "\(source)/\(member).txt" }
        #expect(found?.bytes == Array(repeating: Self.bytes(source), count: 200).flatMap { $0 })
      }
    }
  }

  @Test func `a source that hangs holds up no other, and what it adds later goes nowhere`()
    async throws
  {
    let (begun, ended) = (Gate(), Gate())
    let slow = Collector("slow", timeLimit: .milliseconds(1)) { output in
      defer { ended.open() }
      try output.add("slow.txt") { write in
        try Array("before\n".utf8).withUnsafeBytes { try write($0) }
        while !output.isOver { sched_yield() }
        begun.waitBlocking()
        try Array("after\n".utf8).withUnsafeBytes { try write($0) }
      }
    }
    let others = (0..<20).map { number in
      Collector("other-\(number)") { output in
        try output.add("other/\(number).txt") { write in
          try Array("other ".utf8).withUnsafeBytes { try write($0) }
          // The last ones are in the middle of a member, in every spool, when the one that hung goes on.
          if number == 19 { begun.open() }
          if number >= 18 { ended.waitBlocking() }
          try Array("\(number)\n".utf8).withUnsafeBytes { try write($0) }
        }
      }
    }
    let result = try await SampleEvidence.export(more: [slow] + others).write(
      to: folder.path(of: "a.zip"), replacing: false)
    let members = try RawMember.read(try folder.read("a.zip"))
    for number in 0..<20 {
      #expect(
        members.first { $0.name == "other/\(number).txt" }?.bytes
          == Array("other \(number)\n".utf8))
    }
    #expect(!members.contains { $0.name == "slow.txt" })
    #expect(
      result.manifest.sources.first { $0.name == "slow" }?.state
        == .timedOut(afterSeconds: 1))
  }
}
