import IntakeTesting
import ShareContract

// Values of all shapes, for properties that hold of each.
extension SeededGenerator {
  static let types: [TypeIdentifier] = [
    "public.jpeg", "public.heic", "public.png", "public.image", "public.movie", "com.adobe.pdf",
    "public.url", "public.file-url", "public.plain-text", "public.folder", "public.data",
    "com.acme.drawing", "com.compuserve.gif", "dyn.age8u", "dyn.ah62d4rv4ge80c65dta",
  ]

  mutating func pick<Value>(_ values: [Value]) -> Value {
    values[Int.random(in: 0..<values.count, using: &self)]
  }

  mutating func some<Value>(_ make: (inout Self) -> Value) -> Value? {
    Bool.random(using: &self) ? make(&self) : nil
  }

  mutating func list<Value>(_ counts: ClosedRange<Int>, _ make: (inout Self) -> Value) -> [Value] {
    (0..<Int.random(in: counts, using: &self)).map { _ in make(&self) }
  }

  mutating func label() -> RecordLabel {
    pick(["Photos", "Files", "iOS 26.1", "23B85", "写真", "Grüße, alle (zwei)", "iPhone17,1"])
  }

  mutating func size() -> ByteCount {
    ByteCount(
      bytes: pick([1, 1000, 1 << 20, 3 << 29, .max, Int64.random(in: 1...(.max), using: &self)]))
  }

  // MARK: Contracts

  /// A contract without errors: what a row expects is what selection gives.
  mutating func contract() -> InputContract {
    let types = Self.types.shuffled(using: &self)
    let accepted = types.prefix(Int.random(in: 1...6, using: &self)).map { type in
      AcceptedType(
        type,
        deliveries: some { Set($0.list(1...4) { $0.pick(Representation.Delivery.allCases) }) },
        maximumSize: some { $0.size() })
    }
    var rule = SelectionRule(
      accepted,
      refusing: types.suffix(Int.random(in: 0...3, using: &self)).map { type in
        RefusedType(type, message: some { _ in "Not \"this\", é\\n" })
      })
    rule.directories = pick(SelectionRule.DirectoryPolicy.allCases)
    var limits = InputContract.Limits()
    limits.fileSize = some { $0.size() }
    limits.batchSize = some { $0.size() }
    limits.count = some { Int.random(in: 1...(.max), using: &$0) }
    limits.containerSize = some { $0.size() }
    limits.containerCount = some { Int.random(in: 1...9, using: &$0) }
    limits.loadTimeout = some { .milliseconds(Int64.random(in: 1...9_999_999_999, using: &$0)) }
    let rows = (0..<Int.random(in: 0...5, using: &self)).map { row("row-\($0)", rule) }
    return InputContract(
      name: pick(["x", "Meadow, \"the\" app"]), rule: rule, limits: limits,
      validation: some { $0.validation() },
      batchPolicy: pick(BatchPolicy.allCases), rows: rows)
  }

  private mutating func validation() -> InputContract.Validation {
    var limits = InputContract.Validation.Limits()
    limits.contentSize = some { $0.size() }
    limits.decodedSize = some { $0.size() }
    limits.frames = some { Int.random(in: 1...(.max), using: &$0) }
    limits.objects = some { Int.random(in: 1...(.max), using: &$0) }
    limits.entries = some { Int.random(in: 1...9, using: &$0) }
    limits.expandedSize = some { $0.size() }
    limits.ratio = some { Int.random(in: 1...(.max), using: &$0) }
    limits.time = some { .milliseconds(Int64.random(in: 1...9_999_999_999, using: &$0)) }
    return InputContract.Validation(
      refusing: Set(list(0...3) { $0.pick(ContentDoubt.allCases) }), limits: limits,
      scan: some { $0.pick(InputContract.Validation.Scan.allCases) })
  }

  private mutating func row(_ id: String, _ rule: SelectionRule) -> ContractRow {
    let items = list(1...3) { random in
      SharedItem(
        attachments: random.list(1...3) { random in random.list(1...4) { $0.pick(Self.types) } })
    }
    let expectations = items.flatMap(\.attachments).map { declared in
      let selection = Selection.choose(
        from: declared.map { Representation($0, delivery: .file) }, by: rule, in: .standard)
      guard let first = selection.candidates.first else {
        return Expectation(.refused(selection.refusal.code))
      }
      return Expectation(
        pick([.stored, .refused(.loadFailed)]),
        representation: some { _ in first.representation.type }, delivery: some { _ in .file })
    }
    let isSupported = expectations.contains { $0.result == .stored }
    return ContractRow(
      id: id, source: label(), content: RecordLabel(id) ?? "x", items: items,
      expectations: expectations, appears: isSupported ? nil : Bool.random(using: &self),
      tests: list(0...2) { $0.pick(["M.S/a()", "M.S/`b \"c\"`()"]) },
      requiresDevice: Bool.random(using: &self))
  }
}
