public import IntakeModel
import ShareContract
public import UniformTypes

extension ShareRecord {
  /// The share that a row of a contract describes, for a replay without any record.
  ///
  /// Each attachment declares the row's types, and is delivered as the contract accepts it, as a file where that
  /// is one of the ways. Where the row promises content of a type, it has that content. Where it promises a
  /// refusal that declared types do not make happen, every load meets a cause of that refusal.
  ///
  /// - Parameter contract: The contract of the row.
  /// - Throws: Where the row's revision cannot be computed.
  /// - Complexity: O(*d* · *a*) look-ups for *d* declared and *a* accepted types.
  public init(
    replaying row: ContractRow, of contract: InputContract, registry: TypeRegistry = .standard
  ) throws(DocumentError) {
    let reference = RowReference(id: row.id, revision: try row.revision)
    let maker = RowShare(rule: contract.rule, registry: registry)
    var expectations = row.expectations[...]
    let items = row.items.map { item in
      Item(
        attachments: item.attachments.map {
          maker.attachment(declaring: $0, for: expectations.popFirst())
        })
    }
    self.init(
      id: try ShareID(row: reference), origin: .synthetic, row: reference, source: row.source,
      content: row.content, items: items)
  }
}

/// Makes the attachments of a row.
private struct RowShare {
  let rule: SelectionRule
  let registry: TypeRegistry

  func attachment(
    declaring types: [TypeIdentifier], for expectation: Expectation?
  ) -> AttachmentRecord {
    AttachmentRecord(
      representations: types.enumerated().map { place, type in
        let delivery = delivery(of: type, for: expectation)
        return RepresentationRecord(
          type, delivery: delivery,
          attempt: attempt(place, of: type, as: delivery, among: types, for: expectation))
      })
  }

  /// The way that the row names, else the first that the contract accepts.
  private func delivery(
    of type: TypeIdentifier, for expectation: Expectation?
  ) -> Representation.Delivery {
    if let named = expectation?.delivery, expectation?.representation ?? type == type {
      return named
    }
    let accepted = rule.accepted.first { registry.conforms(type, to: $0.type) }
    let order: [Representation.Delivery] =
      registry.conforms(type, to: .url)
      ? [.data, .file, .inPlaceFile, .stream] : [.file, .inPlaceFile, .data, .stream]
    return order.first { accepted?.deliveries?.contains($0) ?? true } ?? .file
  }

  private func attempt(
    _ place: Int, of type: TypeIdentifier, as delivery: Representation.Delivery,
    among types: [TypeIdentifier], for expectation: Expectation?
  ) -> RepresentationRecord.Attempt? {
    switch expectation?.result {
    case nil: return nil
    case .stored:
      guard expectation?.representation ?? type == type else { return nil }
      return expectation?.contentType.flatMap(told).map { .init(order: place, contentType: $0) }
    case .refused(let code):
      let selection = Selection.choose(
        from: types.map { Representation($0, delivery: self.delivery(of: $0, for: expectation)) },
        by: rule, in: registry)
      // What is declared is enough to be refused, or the share as a whole is the reason.
      guard !selection.candidates.isEmpty, let failure = Self.failure(code) else { return nil }
      return RepresentationRecord.Attempt(
        order: place, arrival: Self.arrival(delivery, failure),
        contentType: content(of: type, refusedFor: code, expectation), failure: failure)
    }
  }

  private static func failure(_ code: IntakeError.Code) -> RepresentationRecord.Failure? {
    switch code {
    case .noAcceptedType, .overCountLimit, .batchAborted: nil
    case .overFileLimit, .overBatchLimit, .containerFull, .readFailed, .sourceChanged:
      .init(code, at: .copying)
    case .emptyContent, .contentMismatch, .typeRefused, .notDownloaded, .contentInvalid,
      .contentOverLimit, .contentLocked, .contentRepairable, .notValidated, .contentInfected,
      .notScanned:
      .init(code, at: .validation)
    default: .init(code, at: .loading)
    }
  }

  /// What arrives before it is refused.
  private static func arrival(
    _ delivery: Representation.Delivery, _ failure: RepresentationRecord.Failure
  ) -> RepresentationRecord.Arrival? {
    switch failure.code {
    case .loadFailed, .loadTimedOut, .nothingDelivered: return nil
    case .sourceIsDirectory: return .directory
    default: break
    }
    switch delivery {
    case .file, .inPlaceFile: return .file
    case .data: return .bytes
    case .stream: return .chunks
    }
  }

  /// Content that is refused for its type, where that is the reason.
  private func content(
    of type: TypeIdentifier, refusedFor code: IntakeError.Code, _ expectation: Expectation?
  ) -> TypeIdentifier? {
    if let named = expectation?.contentType.flatMap(told) { return named }
    switch code {
    case .contentMismatch:
      return ContentSignature.isRecognisable(registry.resolve(type), in: registry)
        ? nil : "com.apple.binary-property-list"
    case .typeRefused:
      return rule.refused.lazy.compactMap { told($0.type) }.first { $0 != type }
    default: return nil
    }
  }

  /// The type that content of `type` is told to be; `nil` where its bytes tell nothing.
  private func told(_ type: TypeIdentifier) -> TypeIdentifier? {
    let content = SampleContent.of(type, bytes: ContentSignature.prefixLength, in: registry)
    return ContentSignature.identify(prefix: content.bytes)
  }
}
