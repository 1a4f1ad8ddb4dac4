import DeviceRecords
import IntakeTesting
import Testing

@Suite(.timeLimit(.minutes(5))) struct ShareRecordLogTests {
  /// The records of an export, read as strictly as `intake evidence export` does.
  private func exported(_ log: ShareRecordLog, in folder: TemporaryFolder) throws -> [ShareRecord] {
    let export = try log.export(to: folder.path(of: "export.jsonl"))
    let bytes = try folder.read("export.jsonl")
    let records = try ShareRecordFile(reading: bytes).records
    #expect(records.count == export.records)
    #expect(export.size == .bytes(bytes.count))
    return records
  }

  private func size(of folder: TemporaryFolder) throws -> Int {
    try folder.list("records").reduce(0) { try $0 + folder.read("records/\($1)").count }
  }

  @Test
  func `nothing is recorded until the app switches it on`() throws {
    try withTemporaryFolder { folder in
      let log = try ShareRecordLog(at: folder.path(of: "records"))
      #expect(!log.isOn)
      #expect(log.recording() == nil)
      #expect(try log.add(.sample(1)) == false)
      #expect(try folder.list() == [])
      let error = #expect(throws: IntakeError.self) {
        try log.export(to: folder.path(of: "export.jsonl"))
      }
      #expect(error?.code == .notFound)
    }
  }

  @Test
  func `a batch that is recorded is exported, without a name`() async throws {
    try await withTemporaryFolder { folder in
      let path = folder.path(of: "container")
      let log = try ShareRecordLog(inContainerAt: path)
      try await SharedContainer.withContainer(at: path) { container in
        try log.turnOn()
        let pipeline = try IntakePipeline(into: container)
        var options = BatchOptions()
        options.recording = log.recording { Issue.record($0) }
        let attachments = [
          Attachment(
            bytes: SampleContent.jpeg(bytes: 900).bytes, type: "public.jpeg", name: "Secret.jpg"),
          Attachment(bytes: [1], type: "my secret holiday", name: "Secret.txt"),
        ]
        try await pipeline.ingest(attachments, options: options) { _ in }
      }
      let records = try exported(log, in: folder)
      #expect(records.count == 1)
      #expect(records.first?.attachments.count == 2)
      let text = String(decoding: try folder.read("export.jsonl"), as: UTF8.self)
      #expect(!text.lowercased().contains("secret"))
      #expect(!text.contains(folder.path))
      // The container opens as before, with the log in it.
      try await SharedContainer.withContainer(at: path, create: false) { container in
        #expect(container.recovery.isClean)
      }
      #expect(log.isOn)
    }
  }

  @Test
  func `a log in a folder that is no container yet is refused`() throws {
    try withTemporaryFolder { folder in
      let log = try ShareRecordLog(inContainerAt: folder.path(of: "missing"))
      let error = #expect(throws: IntakeError.self) { try log.turnOn() }
      #expect(error?.code == .containerUnavailable)
      let other = try ShareRecordLog(inContainerAt: try folder.makeFolder("empty"))
      let second = #expect(throws: IntakeError.self) { try other.turnOn() }
      #expect(second?.code == .containerUnavailable)
      #expect(try folder.list("empty") == [])
    }
  }

  @Test
  func `it never grows beyond its bytes and files, and keeps the newest`() throws {
    try withTemporaryFolder { folder in
      var limits = ShareRecordLog.Limits()
      limits.size = .kibibytes(64)
      limits.files = 5
      let log = try ShareRecordLog(at: folder.path(of: "records"), limits: limits)
      try log.turnOn()
      for number in 0..<600 {
        try log.add(.sample(number, attachments: number % 7 == 0 ? 60 : 1))
        if number % 20 == 0 {
          #expect(try size(of: folder) <= 64 << 10)
          #expect(try folder.list("records").count <= 5)
        }
      }
      let times = try exported(log, in: folder).compactMap(\.recordedAt)
      #expect(times == Array((600 - Int64(times.count))..<600))
      // What goes at once is one file of five.
      #expect(try size(of: folder) > 40 << 10)
    }
  }

  @Test
  func `a record that has no place is not added, and nothing else goes for it`() throws {
    try withTemporaryFolder { folder in
      var limits = ShareRecordLog.Limits()
      limits.size = .kibibytes(64)
      let log = try ShareRecordLog(at: folder.path(of: "records"), limits: limits)
      try log.turnOn()
      try log.add(.sample(1))
      let error = #expect(throws: IntakeError.self) { try log.add(.sample(2, attachments: 1000)) }
      #expect(error?.code == .writeFailed)
      #expect(try exported(log, in: folder).map(\.recordedAt) == [1])
    }
  }

  @Test
  func `a line that was cut is left out, and what comes after it is not`() throws {
    try withTemporaryFolder { folder in
      let log = try ShareRecordLog(at: folder.path(of: "records"))
      try log.turnOn()
      try log.add(.sample(1))
      try log.add(.sample(2))
      let file = try #require(try folder.list("records").first)
      let bytes = try folder.read("records/\(file)")
      TestProgram.cut(folder.path(of: "records/\(file)"), to: bytes.count - 7)
      try log.add(.sample(3))
      #expect(try exported(log, in: folder).map(\.recordedAt) == [1, 3])
      #expect(try log.export(to: folder.path(of: "again.jsonl")).dropped == 1)
    }
  }

  @Test
  func `what is not of the log is neither exported nor removed`() throws {
    try withTemporaryFolder { folder in
      let log = try ShareRecordLog(at: folder.path(of: "records"))
      try log.turnOn()
      try log.add(.sample(1))
      let own = try #require(try folder.list("records").first)
      let secret = try folder.write(Array("secret\n".utf8), to: "secret")
      try folder.write(Array("{\"text\":\"secret\"}\n".utf8), to: "records/notes.jsonl")
      try folder.link("records/\(ShareID(milliseconds: 5)).jsonl", to: secret)
      try folder.write(
        try folder.read("records/\(own)") + Array("{\"text\":\"secret\"}\n".utf8),
        to: "records/\(own)")
      let export = try log.export(to: folder.path(of: "export.jsonl"))
      #expect(export.records == 1)
      #expect(export.dropped == 1)
      #expect(!String(decoding: try folder.read("export.jsonl"), as: UTF8.self).contains("secret"))
      try log.clear(export)
      #expect(try folder.list("records").count == 2)
      #expect(folder.contains("secret"))
    }
  }

  @Test
  func `clearing keeps what came in since the export`() throws {
    try withTemporaryFolder { folder in
      let log = try ShareRecordLog(at: folder.path(of: "records"))
      try log.turnOn()
      try log.add(.sample(1))
      let export = try log.export(to: folder.path(of: "export.jsonl"))
      try log.add(.sample(2))
      try log.clear(export)
      #expect(try exported(log, in: folder).map(\.recordedAt).contains(2))
      try log.clear(try log.export(to: folder.path(of: "export.jsonl")))
      #expect(try exported(log, in: folder) == [])
    }
  }

  @Test
  func `switching it off removes what was recorded`() throws {
    try withTemporaryFolder { folder in
      let log = try ShareRecordLog(at: folder.path(of: "records"))
      try log.turnOn()
      try log.turnOn()
      try log.add(.sample(1))
      try log.turnOff()
      try log.turnOff()
      #expect(try folder.list() == [])
      #expect(try log.add(.sample(2)) == false)
    }
  }

  @Test(arguments: [(ByteCount.kibibytes(63), 16), (.mebibytes(33), 16), (.mebibytes(1), 1)])
  func `limits that make no sense are refused`(size: ByteCount, files: Int) throws {
    var limits = ShareRecordLog.Limits()
    (limits.size, limits.files) = (size, files)
    let error = #expect(throws: IntakeError.self) { try ShareRecordLog(at: "x", limits: limits) }
    #expect(error?.code == .invalidArgument)
  }
}
