package import IntakeModel
package import UniformTypes

/// One recorded share beside what its row promises.
package struct RecordComparison {
  package private(set) var differences: [TypeMatrix.Difference] = []
  private(set) var verdict: TypeMatrix.Verdict = .notTested

  private let record: ShareRecord
  private let row: ContractRow
  private let registry: TypeRegistry

  /// - Complexity: O(*n*) look-ups for *n* declared types.
  package init(_ record: ShareRecord, row: ContractRow, registry: TypeRegistry) {
    self.record = record
    self.row = row
    self.registry = registry
    compareAppearance()
    compareDeclarations()
    compareOpening()
    for (place, attachment) in record.attachments.enumerated() {
      // Of what the row does not declare nothing was promised.
      guard place < row.expectations.count else { break }
      compare(attachment, with: row.expectations[place], number: place + 1)
    }
    findMissingAttachments()
    verdict =
      if differences.contains(where: { $0.isFailure }) {
        .fail
      } else if !differences.isEmpty {
        .differs
      } else {
        showsPromise ? .pass : .notTested
      }
  }

  /// Whether the record shows that what was promised happened, where nothing in it says otherwise.
  private var showsPromise: Bool {
    if !row.appears, record.seen.contains(.didNotAppear) { return true }
    if row.isSupported, record.seen.contains(.opened) { return true }
    if !row.isSupported, row.appears, record.seen.contains(.couldNotOpen) { return true }
    let attachments = record.attachments
    return !row.expectations.isEmpty && attachments.count >= row.expectations.count
      && attachments.prefix(row.expectations.count).allSatisfy { $0.result != nil }
  }

  // MARK: The share

  private mutating func compareAppearance() {
    if row.appears, record.seen.contains(.didNotAppear) {
      add(
        .appearance, expected: "the extension appears", observed: "it did not appear", fails: true)
    }
    if !row.appears, record.seen.contains(.appeared) {
      add(
        .appearance, expected: "the extension does not appear", observed: "it appeared", fails: true
      )
    } else if !row.appears, record.origin == .device,
      record.attachments.contains(where: \.isDecided)
    {
      // On a device only the menu leads there.
      add(
        .appearance, expected: "the extension does not appear",
        observed: "it appeared, since it took the share", fails: true)
    }
  }

  private mutating func compareDeclarations() {
    let declared = record.declaredItems
    // What was left out of the record cannot be compared.
    guard !declared.isEmpty, record.omitted == 0, !isSame(declared, row.items) else { return }
    add(
      .declaration, expected: row.items.declarationText, observed: declared.declarationText,
      fails: false)
  }

  private mutating func compareOpening() {
    if row.isSupported, record.seen.contains(.couldNotOpen) {
      add(.opening, expected: "the app shows it", observed: "the app cannot read it", fails: true)
    }
    if !row.isSupported, record.seen.contains(.opened) {
      add(.opening, expected: "nothing reaches the app", observed: "the app showed it", fails: true)
    }
  }

  private mutating func findMissingAttachments() {
    let count = record.attachments.count
    guard !record.items.isEmpty, record.omitted == 0, count < row.expectations.count else { return }
    for place in count..<row.expectations.count where row.expectations[place].result == .stored {
      add(
        .result, place + 1, expected: "stored", observed: "the source did not offer it", fails: true
      )
    }
  }

  // MARK: One attachment

  private mutating func compare(
    _ attachment: AttachmentRecord, with expectation: Expectation, number: Int
  ) {
    switch (expectation.result, attachment.result) {
    case (_, nil): break
    case (.stored, .refused(let code, let stage)?):
      add(
        .result, number, expected: "stored", observed: "refused: \(code) (\(stage.rawValue))",
        fails: true)
    case (.refused(let code), .stored(let type, _, _)?):
      add(
        .result, number, expected: "refused: \(code)", observed: "stored from \(type)", fails: true)
    case (.refused(let expected), .refused(let code, _)?):
      if expected != code {
        add(.reason, number, expected: "\(expected)", observed: "\(code)", fails: false)
      }
    case (.stored, .stored(let type, let contentType, _)?):
      compare(attachment, stored: type, contentType, with: expectation, number)
    }
    guard expectation.result == .stored else { return }
    if let handedOver = attachment.handedOver, handedOver != .copy {
      add(.handover, number, expected: "the copy", observed: handedOver.text, fails: true)
    }
    if let readBack = attachment.readBack, let failure = readBack.failure {
      add(
        .readBack, number, expected: "read by the \(readBack.reader.text)", observed: "\(failure)",
        fails: true)
    }
  }

  private mutating func compare(
    _ attachment: AttachmentRecord, stored type: TypeIdentifier, _ contentType: TypeIdentifier,
    with expectation: Expectation, _ number: Int
  ) {
    if let expected = expectation.representation, !isSame(expected, type) {
      add(.representation, number, expected: "\(expected)", observed: "\(type)", fails: false)
    }
    if let expected = expectation.delivery, let delivery = attachment.delivery(of: type),
      delivery != expected
    {
      add(.delivery, number, expected: expected.rawValue, observed: delivery.rawValue, fails: false)
    }
    // A row may promise an image, of whatever format.
    if let expected = expectation.contentType, !isSame(expected, contentType),
      !registry.conforms(contentType, to: expected)
    {
      add(.contentType, number, expected: "\(expected)", observed: "\(contentType)", fails: false)
    }
  }

  // MARK: Steps

  private func isSame(_ left: TypeIdentifier, _ right: TypeIdentifier) -> Bool {
    left == right || left.asRecorded(in: registry) == right.asRecorded(in: registry)
  }

  private func isSame(_ left: [SharedItem], _ right: [SharedItem]) -> Bool {
    left.elementsEqual(right) { left, right in
      left.attachments.elementsEqual(right.attachments) { left, right in
        left.elementsEqual(right) { isSame($0, $1) }
      }
    }
  }

  private mutating func add(
    _ subject: TypeMatrix.Difference.Subject, _ attachment: Int? = nil, expected: String,
    observed: String, fails: Bool
  ) {
    differences.append(
      TypeMatrix.Difference(
        subject: subject, attachment: attachment, expected: expected, observed: observed,
        isFailure: fails))
  }
}

extension AttachmentRecord {
  /// How the representation that was taken was delivered.
  ///
  /// One type may be offered in several ways: the one whose load succeeded, else the last that was tried.
  fileprivate func delivery(of type: TypeIdentifier) -> Representation.Delivery? {
    let tried = representations.filter { $0.type == type && $0.attempt != nil }
    let succeeded = tried.first { $0.attempt?.failure == nil }
    return (succeeded ?? tried.max { ($0.attempt?.order ?? 0) < ($1.attempt?.order ?? 0) })?
      .delivery
  }
}

extension AttachmentRecord {
  fileprivate var isDecided: Bool { result != nil }
}
