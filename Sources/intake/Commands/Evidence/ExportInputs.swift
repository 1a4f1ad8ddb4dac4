import ChangeEvidence
import IntakeModel
import ShareContract

/// What a person gives to an export, read and checked.
struct ExportInputs {
  private(set) var collectors: [Collector] = []
  private(set) var page = EvidencePage()
  private(set) var contractDigest: ContentDigest?
  private let privacy: PrivacyCheck
  private var vocabulary = RecordVocabulary()
  private var figuresCount = 0
  private var verdictCount = 0

  init(_ arguments: ParsedArguments, commit: ObjectName) async throws {
    privacy = PrivacyCheck(privateWords: arguments[EvidenceOptions.privateWords])
    try await readResults(arguments)
    for path in arguments[EvidenceOptions.records] {
      let document = try await InputDocument(reading: path)
      page.records += try document.parse { bytes throws(DocumentError) in
        try ShareRecordFile(reading: bytes).records
      }
    }
    for path in arguments[EvidenceOptions.figures] {
      let document = try await InputDocument(reading: path)
      let charts = try document.parse { bytes throws(DocumentError) in
        try BarChart.charts(reading: bytes)
      }
      figuresCount += 1
      if isClean(document.bytes) { page.charts += charts }
      collectors.append(
        .member("figures/\(figuresCount).json", document.bytes, source: "figures"))
    }
    try await readContract(arguments)
    collectors.append(page.tests.map { .results($0) } ?? .absent("results"))
    let logs = try arguments[EvidenceOptions.deviceLogs].map { try $0.text(arguments.command) }
    let key = PseudonymKey(of: logs, other: page.records.flatMap(\.jsonLine), commit)
    let rules = DeviceLogRules(
      pseudonymKey: [], subsystems: Set(arguments[EvidenceOptions.subsystems]),
      vocabulary: vocabulary)
    try redactRecords(rules, key)
    readLogs(logs, rules, key)
  }

  /// What would help where rows are red since nobody has shown them, and no record was given that could.
  var advice: String? {
    guard let matrix = page.matrix, page.records.isEmpty else { return nil }
    let isUnobserved = matrix.rows.contains { row in
      row.shortcomings.contains {
        switch $0 {
        case .nothingObserved, .cell(.device, .notTested): true
        case .namesNoTest, .cell: false
        }
      }
    }
    guard isUnobserved else { return nil }
    return
      "Recorded shares were not given: '--records FILE' adds what devices have recorded, and what "
      + "'intake replay --output FILE' has observed."
  }

  /// Takes out of the records what is on no list, once the matrix was made of them.
  private mutating func redactRecords(_ rules: DeviceLogRules, _ key: PseudonymKey) throws {
    guard !page.records.isEmpty else { return collectors.append(.absent("shares")) }
    var rules = rules
    rules.pseudonymKey = try key.bytes()
    var redaction = ShareRecordRedaction(rules)
    let count = page.records.count
    page.records = try page.records.compactMap { try redaction.redacted($0) }
    let dropped = count - page.records.count
    collectors.append(.shares(page.records, redactions: redaction.count + dropped))
  }

  /// Whether the page may show it: what stays out of the members stays out of the page.
  private func isClean(_ bytes: [UInt8]) -> Bool { privacy.findings(in: bytes, of: "page").isEmpty }

  private mutating func readLogs(
    _ logs: [String], _ rules: DeviceLogRules, _ key: PseudonymKey
  ) {
    guard !logs.isEmpty else { return collectors.append(.absent("device-log")) }
    for (index, log) in logs.enumerated() {
      collectors.append(.deviceLog(log, number: index + 1, rules: rules, key: key))
    }
  }

  private mutating func readContract(_ arguments: ParsedArguments) async throws {
    guard let path = arguments[EvidenceOptions.contract] else {
      collectors += [.absent("contract"), .absent("matrix", note: "it is made from a contract")]
      return
    }
    let document = try await InputDocument(reading: path)
    let contract = try document.parse { bytes throws(DocumentError) in
      try InputContract(reading: bytes)
    }
    contractDigest = try ContentDigest(of: document.bytes)
    vocabulary = RecordVocabulary(contract)
    // The page says why.
    let isBad = page.tests.map { !$0.runObjections.isEmpty } ?? false
    let matrix = try TypeMatrix(
      contract: contract, records: page.records, tests: page.tests?.observations ?? [],
      objections: isBad ? ["The run of the tests is cut off, or not good as a whole."] : [])
    page.matrix = matrix
    collectors += [.contract(document.bytes), .matrix(matrix)]
  }

  private mutating func readResults(_ arguments: ParsedArguments) async throws {
    var reports: [TestReport] = []
    for path in arguments[EvidenceOptions.results] {
      let results = try await ResultsDocument(reading: path)
      reports.append(results.report)
      if let verdict = results.verdict {
        verdictCount += 1
        collectors.append(.gateVerdict(verdict, number: verdictCount))
      }
    }
    guard !reports.isEmpty else { return }
    page.tests = .joining(reports)
  }
}
