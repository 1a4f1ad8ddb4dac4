import ChangeEvidence
import IntakeModel
import IntakeTesting
import Testing

#if canImport(Glibc)
  import Glibc

  @Suite(.timeLimit(.minutes(10)))
  struct ManyMembersTests {
    @Test func `10,000 members and a large log go through in bounded memory`() async {
      await #expect(processExitsWith: .success) {
        let folder = try TemporaryFolder()
        let path = folder.path(of: "evidence.zip")
        let export = EvidenceExport(
          change: SampleEvidence.change,
          collectors: [
            Collector("many") { output in
              for number in 0..<10_000 {
                try output.add("many/\(number).txt", Array("member \(number)\n".utf8))
              }
            },
            Collector("large") { output in
              let line = Array("stage copying, size 12 of 34, and so on, again and again\n".utf8)
              let piece = Array(repeating: line, count: 1000).flatMap { $0 }
              try output.add("large.txt") { write in
                for _ in 0..<200 { try piece.withUnsafeBytes { try write($0) } }
              }
            },
          ].map { collector in
            var collector = collector
            // What is checked line by line takes its time in a debug build.
            collector.privacy = nil
            return collector
          }, page: EvidencePage(tests: SampleEvidence.tests))
        let result = try await export.write(to: path, replacing: false)
        #expect(result.manifest.members.count == 10_002)
        let report = try await EvidenceVerification().verify(path)
        #expect(report.isVerified)
        let peak = try Self.peakMemory()
        #expect(peak < 64 << 10, "\(peak) KiB")
      }
    }

    /// The process's highest resident memory so far, in KiB.
    private static func peakMemory() throws -> Int {
      let file = try #require(fopen("/proc/self/status", "r"))
      defer { fclose(file) }
      var line = [CChar](repeating: 0, count: 256)
      while fgets(&line, Int32(line.count), file) != nil {
        let text = String(
          decoding: line.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
        if text.hasPrefix("VmHWM:") { return Int(text.filter(\.isNumber)) ?? .max }
      }
      return .max
    }
  }
#endif
