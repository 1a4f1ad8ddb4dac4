import AttachmentIntake
import IntakeTesting
import Synchronization
import Testing

/// The ledger of the disk, and the account of one copy, by themselves.
struct LedgerTests {
  private static func ledger(
    limit: Int? = nil, reserve: Int = 0, free: FreeSpace? = nil
  ) -> DiskLedger {
    DiskLedger(
      limits: ContainerLimits(bytes: limit.map { .bytes($0) }), reserve: .bytes(reserve),
      freeSpace: { free })
  }

  private static func code(_ body: () throws -> Void) -> IntakeError.Code? {
    do {
      try body()
      return nil
    } catch { return (error as? IntakeError)?.code }
  }

  @Test
  func `the container's limit counts what is there and what is granted`() throws {
    let ledger = Self.ledger(limit: 100)
    ledger.update(ContainerTotals(count: 1, bytes: .bytes(30)))
    try ledger.grant(70)
    #expect(Self.code { try ledger.grant(1) } == .containerFull)
    ledger.giveBack(10)
    try ledger.grant(10)
    ledger.settle(70)
    #expect(ledger.granted == .zero)
    #expect(Self.code { try ledger.grant(1) } == .containerFull)
    ledger.shrink(100)
    try ledger.grant(100)
    #expect(ledger.granted == .bytes(100))
  }

  @Test
  func `totals that are read while a commit is under way do not count its bytes twice`() throws {
    let ledger = Self.ledger(limit: 100)
    try ledger.grant(60)
    ledger.beginCommit(60)
    // The catalog has the rows, and the copies are granted still.
    ledger.update(ContainerTotals(count: 1, bytes: .bytes(60)))
    try ledger.grant(40)
    ledger.settle(60)
    ledger.endCommit(60)
    #expect(Self.code { try ledger.grant(1) } == .containerFull)
    ledger.giveBack(40)
    ledger.update(ContainerTotals(count: 1, bytes: .bytes(60)))
    try ledger.grant(40)
  }

  @Test
  func `a reserve of the disk is never granted`() throws {
    let ledger = Self.ledger(reserve: 1_000, free: FreeSpace(bytes: .bytes(1_500)))
    #expect(Self.code { try ledger.grant(501) } == .diskFull)
    try ledger.grant(500)
  }

  @Test
  func `a disk without file entries is full`() {
    let ledger = Self.ledger(free: FreeSpace(bytes: .gibibytes(1), entries: 0))
    #expect(Self.code { try ledger.grant(1) } == .diskFull)
  }

  @Test
  func `the disk is asked again before much of what it had is granted`() throws {
    let asked = Tally()
    let ledger = DiskLedger(limits: ContainerLimits(), reserve: .zero) {
      asked.add()
      return FreeSpace(bytes: .bytes(4_000))
    }
    func take(_ bytes: Int64) throws {
      try ledger.grant(bytes)
      ledger.write(bytes)
    }
    for _ in 0..<4 { try take(1_000) }
    #expect(asked.count == 4)
    for _ in 0..<10 { try take(100) }
    #expect(asked.count == 5)
  }

  @Test
  func `what is granted and not written yet is not granted again`() throws {
    let ledger = Self.ledger(free: FreeSpace(bytes: .bytes(1_000)))
    try ledger.grant(700)
    #expect(Self.code { try ledger.grant(400) } == .diskFull)
    ledger.giveBack(700, unwritten: 700)
    try ledger.grant(400)
  }

  @Test
  func `what the disk has set aside for a copy is not counted twice`() throws {
    let free = Mutex<Int>(10_000)
    let ledger = DiskLedger(limits: ContainerLimits(), reserve: .zero) {
      FreeSpace(bytes: .bytes(free.withLock { $0 }))
    }
    do {
      var upload = CopyAccount(
        fileLimit: .bytes(10_000), batch: BatchLedger(limit: nil), disk: ledger)
      try upload.declare(.bytes(6_000))
      #expect(Self.code { try ledger.grant(5_000) } == .diskFull)
      // The free space shows it from here on.
      free.withLock { $0 -= 6_000 }
      upload.setAside(.bytes(6_000))
      try ledger.grant(2_000)
      try upload.append(5_000)
      try ledger.grant(2_000)
      #expect(Self.code { try ledger.grant(1) } == .diskFull)
    }
    // Dropped, so that the disk has it again.
    free.withLock { $0 += 6_000 }
    try ledger.grant(6_000)
    #expect(Self.code { try ledger.grant(1) } == .diskFull)
  }

  @Test
  func `an error of the disk is the error of the grant and grants nothing`() {
    let ledger = DiskLedger(limits: ContainerLimits(), reserve: .zero) {
      throw IntakeError(.containerUnavailable, at: .copying, "gone")
    }
    #expect(Self.code { try ledger.grant(1) } == .containerUnavailable)
    #expect(ledger.granted == .zero)
  }

  @Test
  func `an account gives back what it was granted unless it is settled`() throws {
    let disk = Self.ledger()
    let batch = BatchLedger(limit: .bytes(100))
    do {
      var account = CopyAccount(fileLimit: .bytes(80), batch: batch, disk: disk)
      try account.declare(.bytes(70))
      #expect(disk.granted == .bytes(70))
      try account.append(60)
      try account.append(20)
      #expect(disk.granted == .bytes(80))
      #expect(account.count == 80)
      #expect(Self.code { try account.append(1) } == .overFileLimit)
      #expect(account.count == 80)
    }
    #expect(disk.granted == .zero)
    try batch.grant(100)
  }

  @Test
  func `a settled account keeps the bytes that it counted, and no more`() throws {
    let disk = Self.ledger()
    let batch = BatchLedger(limit: .bytes(100))
    do {
      var account = CopyAccount(fileLimit: .bytes(80), batch: batch, disk: disk)
      try account.declare(.bytes(70))
      try account.append(40)
      account.settle()
    }
    #expect(disk.granted == .bytes(40))
    try batch.grant(60)
    #expect(Self.code { try batch.grant(1) } == .overBatchLimit)
  }

  @Test
  func `a disk that refuses takes nothing from the batch`() throws {
    let disk = Self.ledger(free: FreeSpace(bytes: .bytes(50)))
    let batch = BatchLedger(limit: .bytes(100))
    do {
      var account = CopyAccount(fileLimit: .bytes(100), batch: batch, disk: disk)
      #expect(Self.code { try account.declare(.bytes(60)) } == .diskFull)
    }
    try batch.grant(100)
    #expect(disk.granted == .zero)
  }
}
