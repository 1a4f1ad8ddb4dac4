/// What of the members of a line of `log show` counts, gathered one by one.
struct UnifiedLogFields {
  private var line = DeviceLogLine()
  private var message: [UInt8]?
  private var isEnd = false
  private var endCount: Int64?
  private var isLoss = false
  private var lossCount: Int64?
  private var dropped = DropCounts()

  /// A value as far as it matters here. The bytes of a text, in UTF-8, are there while it is taken.
  enum Value {
    case null
    case text(UnsafeBufferPointer<UInt8>)
    case integer(Int64)
    case other

    fileprivate var text: UnsafeBufferPointer<UInt8>? {
      if case .text(let bytes) = self { bytes } else { nil }
    }

    fileprivate var integer: Int64? { if case .integer(let number) = self { number } else { nil } }
  }

  /// A member that is kept, in whatever form.
  enum Field {
    case timestamp, messageType, eventType, subsystem, processID, eventMessage, processImagePath
    case lossCount
    /// Of the last line.
    case finished, count
  }

  /// What becomes of a member.
  enum Role {
    case kept(Field)
    case dropped(DeviceLogSummary.Dropped)
  }

  /// What becomes of the member with this name.
  static func role(ofMember name: UnsafeBufferPointer<UInt8>) -> Role {
    guard name.count < roles.count else { return .dropped(.other) }
    for (known, role) in roles[name.count] where ByteSearch.isEqual(name, known.bytes) {
      return role
    }
    return .dropped(.other)
  }

  /// By the length of their names, so that a name is compared with few.
  private static let roles: [[(name: StaticString, role: Role)]] = {
    let longest = allRoles.map { $0.name.utf8CodeUnitCount }.max() ?? 0
    return (0...longest).map { length in
      allRoles.filter { $0.name.utf8CodeUnitCount == length }
    }
  }()

  private static let allRoles: [(name: StaticString, role: Role)] = [
    ("timestamp", .kept(.timestamp)), ("messageType", .kept(.messageType)),
    ("eventType", .kept(.eventType)), ("subsystem", .kept(.subsystem)),
    ("processID", .kept(.processID)), ("eventMessage", .kept(.eventMessage)),
    ("processImagePath", .kept(.processImagePath)), ("lossCount", .kept(.lossCount)),
    ("finished", .kept(.finished)), ("count", .kept(.count)),
    ("senderImagePath", .dropped(.path)), ("backtrace", .dropped(.path)),
    ("userID", .dropped(.name)), ("threadID", .dropped(.identifier)),
    ("activityIdentifier", .dropped(.identifier)),
    ("parentActivityIdentifier", .dropped(.identifier)), ("traceID", .dropped(.identifier)),
    ("bootUUID", .dropped(.identifier)), ("processImageUUID", .dropped(.identifier)),
    ("senderImageUUID", .dropped(.identifier)), ("machTimestamp", .dropped(.identifier)),
    ("senderProgramCounter", .dropped(.identifier)),
    ("creatorActivityID", .dropped(.identifier)),
  ]

  /// Takes a member that is not kept.
  mutating func drop(_ kind: DeviceLogSummary.Dropped) { dropped[kind] += 1 }

  mutating func take(_ field: Field, _ value: Value) {
    switch field {
    case .timestamp: line.time = value.text.flatMap { UnifiedLogLine.time($0) }
    case .messageType:
      line.level = value.text.flatMap { DeviceLogLine.Level($0) }
    case .eventType:
      isLoss = value.text.map { ByteSearch.isEqual($0, Self.lossEvent.bytes) } ?? false
    case .subsystem:
      line.subsystem = value.text.flatMap {
        $0.isEmpty ? nil : String(decoding: $0, as: UTF8.self)
      }
    case .processID: line.processID = value.integer
    case .eventMessage:
      if case .null = value { message = [] } else { message = value.text.map { Array($0) } }
    case .processImagePath: line.process = value.text.flatMap { Self.lastComponent(of: $0) }
    case .lossCount: lossCount = value.integer
    case .finished: isEnd = true
    case .count:
      endCount = value.integer
      // In any other line it is a member like others.
      if case .null = value { return }
      drop(.other)
    }
  }

  private static let lossEvent: StaticString = "lossEvent"

  private static func lastComponent(of path: UnsafeBufferPointer<UInt8>) -> String? {
    let slash = UInt8(ascii: "/")
    guard let last = path.lastIndex(where: { $0 != slash }) else { return nil }
    let start = path[...last].lastIndex(of: slash).map { $0 + 1 } ?? 0
    return String(decoding: path[start...last], as: UTF8.self)
  }

  /// What they make; `nil` where they are no line of a log.
  var result: UnifiedLogLine? {
    if isEnd { return .end(count: endCount) }
    guard let message else { return nil }
    var line = line
    line.message = message
    if isLoss { line.lostEvents = lossCount.flatMap { Int(exactly: max(1, $0)) } ?? 1 }
    return .entry(line, dropped: dropped)
  }
}
