import IntakeModel
import IntakeTesting

/// A call of a catalog, and its result as a text that can be compared.
struct RandomCall: Sendable {
  let name: String
  let body: @Sendable (any AttachmentCatalog) async throws -> String

  func run(_ catalog: any AttachmentCatalog) async -> String {
    do {
      return try await body(catalog)
    } catch let error as IntakeError {
      return "error \(error.code) at \(error.stage)"
    } catch {
      return "\(error)"
    }
  }
}

/// Makes calls that often meet the same few rows, leases and owners.
struct RandomCalls {
  private var random: SeededGenerator
  private var made: [CatalogRecord] = []
  private var now: Int64 = 1_000

  private static let owners = (1...3).map { id($0) as OwnerID }
  private static let batches = (1...3).map { id($0) as BatchID }
  private static let leases = (1...6).map { id($0) as LeaseID }

  init(seed: UInt64) { random = SeededGenerator(seed: seed) }

  private static func id<Tag>(_ number: Int) -> UniqueID<Tag> {
    UniqueID(bytes: [UInt8](repeating: UInt8(number), count: 16))!
  }

  mutating func next() -> RandomCall {
    now += Int64.random(in: 0...20, using: &random)
    return switch Int.random(in: 0..<14, using: &random) {
    case 0, 1: recordPending()
    case 2, 3: markStored()
    case 4: reveal()
    case 5, 6: take()
    case 7, 8: endLease()
    case 9: beginRemoval()
    case 10: forget()
    case 11: recover()
    case 12: expire()
    default: list()
    }
  }

  private mutating func ids() -> [AttachmentID] {
    (0..<Int.random(in: 0...6, using: &random)).compactMap { _ in
      made.suffix(40).randomElement(using: &random)?.id
    }
  }

  private mutating func states() -> Set<CatalogRecord.State> {
    Set(CatalogRecord.State.allCases.filter { _ in Bool.random(using: &random) })
  }

  private mutating func owners() -> Set<OwnerID> {
    Set(Self.owners.filter { _ in Bool.random(using: &random) })
  }

  private mutating func recordPending() -> RandomCall {
    let count = Int.random(in: 1...5, using: &random)
    let records = (0..<count).map { _ in
      var record = Samples.record(
        at: now - Int64.random(in: 0...50, using: &random),
        size: Int.random(in: 0...100, using: &random),
        batch: Self.batches.randomElement(using: &random)!,
        position: Int.random(in: 0...9, using: &random),
        owner: Self.owners.randomElement(using: &random)!)
      if Int.random(in: 0..<4, using: &random) == 0 { record.state = .importing }
      return record
    }
    made += records
    // Sometimes a row that may be there already.
    let all = Int.random(in: 0..<8, using: &random) == 0 ? records + made.prefix(1) : records
    let limits = ContainerLimits(
      bytes: .bytes(Int.random(in: 500...4_000, using: &random)),
      count: Int.random(in: 20...60, using: &random))
    return RandomCall(name: "recordPending") {
      "\(try await $0.recordPending(all, within: limits).sorted())"
    }
  }

  private mutating func markStored() -> RandomCall {
    let ids = made.suffix(12).map(\.id) + ids()
    let state = states().randomElement(using: &random) ?? .available
    let target = Bool.random(using: &random) ? state : .available
    return RandomCall(name: "markStored") {
      "\(try await $0.markStored(ids, as: target, durability: .none).sorted())"
    }
  }

  private mutating func reveal() -> RandomCall {
    let batch = Self.batches.randomElement(using: &random)!
    let guess = Int.random(in: 0..<3, using: &random)
    return RandomCall(name: "reveal") { catalog in
      let hidden = try await catalog.records(in: [.hidden], batch: batch, after: nil, limit: .max)
      do {
        // Right most of the time.
        try await catalog.reveal(batch, count: hidden.count + guess / 2, durability: .none)
        return "\(hidden.count)"
      } catch let error as IntakeError {
        return "\(error.code)"
      }
    }
  }

  private mutating func take() -> RandomCall {
    let id = Bool.random(using: &random) ? nil : ids().first
    let lease = Lease(
      id: Self.leases.randomElement(using: &random)!,
      owner: Self.owners.randomElement(using: &random)!,
      endsAt: Bool.random(using: &random) ? nil : now + Int64.random(in: -5...60, using: &random))
    let time = now
    return RandomCall(name: "take") {
      "\(try await $0.take(id, for: lease, now: time).map(describe) ?? "none")"
    }
  }

  private mutating func endLease() -> RandomCall {
    let ids = made.suffix(40).map(\.id)
    let state: CatalogRecord.State = Bool.random(using: &random) ? .finished : .available
    let lease = Self.leases.randomElement(using: &random)!
    let time = now
    return RandomCall(name: "endLease") { catalog in
      var results: [String] = []
      for id in ids {
        do {
          try await catalog.endLease(lease, of: id, as: state, now: time)
          results.append("ended")
        } catch let error as IntakeError {
          results.append("\(error.code)")
        }
      }
      return "\(results)"
    }
  }

  private mutating func beginRemoval() -> RandomCall {
    let (ids, states, time) = (ids(), states(), now)
    let lease = Self.leases.randomElement(using: &random)!
    let reason = RemovalReason.allCases.randomElement(using: &random)!
    return RandomCall(name: "beginRemoval") {
      let moved = try await $0.beginRemoval(
        ids, reason: reason, lease: lease, from: states, now: time)
      return "\(moved.map(describe))"
    }
  }

  private mutating func forget() -> RandomCall {
    let ids = ids()
    return RandomCall(name: "forget") {
      try await $0.forget(ids, durability: .none)
      return "\(try await $0.known(ids).sorted())"
    }
  }

  private mutating func recover() -> RandomCall {
    let (owners, time) = (owners(), now)
    let limit = Int.random(in: 0...9, using: &random)
    return RandomCall(name: "recover") {
      let active = try await $0.activeOwners().sorted()
      let returned = try await $0.returnLeases(of: owners, now: time)
      let importing = try await $0.importing(of: owners, limit: limit)
      let unfinished = try await $0.claimUnfinished(of: owners, limit: limit)
      return "\(active) \(returned) \(importing.map(describe)) \(unfinished.map(describe))"
    }
  }

  private mutating func expire() -> RandomCall {
    func some<Value>(_ value: Value) -> Value? { Bool.random(using: &random) ? value : nil }
    let rule = RetentionRule(
      afterReading: Int.random(in: 0..<4, using: &random) == 0, age: some(.milliseconds(100)),
      bytes: some(.bytes(200)), count: some(5), untakenAge: some(.milliseconds(200)))
    let limit = Int.random(in: 0...20, using: &random)
    let time = now
    return RandomCall(name: "expired") {
      let expired = try await $0.expired(by: rule, now: time, limit: limit)
      return "\(expired.map { "\($0.reason) \(describe($0.record))" })"
    }
  }

  private mutating func list() -> RandomCall {
    let batch = Bool.random(using: &random) ? nil : Self.batches.randomElement(using: &random)
    let after = Bool.random(using: &random) ? nil : made.suffix(40).randomElement(using: &random)
    let states = states()
    let limit = Int.random(in: 0...30, using: &random)
    return RandomCall(name: "records") {
      let records = try await $0.records(in: states, batch: batch, after: after, limit: limit)
      return "\(records.map(describe)) \(try await $0.removals(limit: limit))"
    }
  }
}

private func describe(_ record: CatalogRecord) -> String { "\(record)" }
