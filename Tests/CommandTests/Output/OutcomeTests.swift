import IntakeModel
import Testing
import intake

struct OutcomeTests {
  @Test func `a stored attachment is one line of JSON`() {
    let digest = String(repeating: "ab", count: 32)
    #expect(
      String(decoding: SampleOutcome.stored().jsonLine, as: UTF8.self)
        == #"{"position":0,"name":"photo.heic","result":"stored","#
        + #""id":"0190163d-8694-739b-aea5-966c26f8ad91","contentType":"public.jpeg","#
        + #""declaredType":"public.heic","size":3,"sha256":"\#(digest)","verdict":null,"#
        + #""declared":["public.heic"],"trail":[]}"# + "\n")
  }

  @Test func `a refusal says what was declared and what was tried`() {
    #expect(
      String(decoding: SampleOutcome.refused(name: nil).jsonLine, as: UTF8.self)
        == #"{"position":1,"name":null,"result":"refused","code":"over-file-limit","#
        + #""stage":"copying","message":"It holds more than 3 bytes.","#
        + #""declared":["com.adobe.pdf","public.data"],"trail":[{"type":"com.adobe.pdf","#
        + #""code":"over-file-limit","stage":"copying","#
        + #""message":"It holds more than 3 bytes."}]}"# + "\n")
  }

  @Test func `totals count by code, the most frequent first`() {
    var totals = IngestTotals()
    totals.add(SampleOutcome.stored(size: 3 << 20))
    totals.add(SampleOutcome.refused(1, .sourceMissing))
    totals.add(SampleOutcome.refused(1, .overFileLimit))
    totals.add(SampleOutcome.refused(1, .overFileLimit))
    #expect(
      totals.lines(after: .seconds(2)) == [
        "Stored   1 attachment, 3.00 MiB, in 2.00 s (1.50 MiB/s)",
        "         1 of another type than declared",
        "Refused  3: over-file-limit 2, source-missing 1",
        "Hint     '--max-file SIZE' lets larger files in.",
      ])
  }

  @Test func `what is stored and perhaps does not open is told`() {
    let locked = SampleOutcome.stored(verdict: .locked)
    let valid = SampleOutcome.stored(verdict: .valid(ContentFacts(pages: 3)))
    let unseen = SampleOutcome.stored(verdict: .notValidated(.timedOut))
    #expect(String(decoding: valid.jsonLine, as: UTF8.self).contains(#""verdict":"valid pages=3""#))
    #expect(locked.row[3].text == "public.jpeg * (locked by a password)")
    #expect(unseen.row[3].text == "public.jpeg * (not validated: timed-out)")
    #expect(valid.row[3].text == "public.jpeg *")
    var totals = IngestTotals()
    for outcome in [locked, valid, unseen, unseen] { totals.add(outcome) }
    #expect(
      totals.lines(after: .seconds(1)).last == "         in doubt: not-validated 2, locked 1")
  }

  @Test func `a record shows no lease to others`() {
    let lease = Lease(
      id: LeaseID(milliseconds: 5), owner: OwnerID(milliseconds: 6), endsAt: 900_000)
    let record = CatalogRecord(
      attachment: SampleOutcome.stored().stored!, storedName: StoredName(id: SampleOutcome.id),
      displayName: "a", batch: BatchID(milliseconds: 7), position: 2,
      owner: OwnerID(milliseconds: 8), state: .taken, durability: .group, systemRun: "r",
      recordedAt: 1_000, lease: lease)
    let line = String(decoding: record.jsonLine(), as: UTF8.self)
    #expect(!line.contains(lease.id.description))
    #expect(line.contains(#""state":"taken""#))
    let own = String(decoding: record.jsonLine(leaseToken: lease.id), as: UTF8.self)
    #expect(own.contains(#""lease":"\#(lease.id)""#))
    #expect(record.row(at: 3_601_000)[2].text == "1 h")
  }
}
