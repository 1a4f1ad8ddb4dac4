import IntakeModel
import UniformTypes

extension DiagnosisWalk {
  /// Did the source deliver?
  func loading() -> DiagnosisFinding {
    var finding = DiagnosisFinding()
    if record.seen.contains(.downloadedFirst) {
      finding.see("the provider had to download the content first")
    }
    // What did not arrive comes first: there may be no room to tell of all.
    for (number, attachment) in attachments where attachment.isRefused {
      load(number, attachment, &finding)
    }
    for (number, attachment) in attachments where !attachment.isRefused {
      load(number, attachment, &finding)
    }
    if finding.verdict == .broken {
      finding.exclude(
        finding.holding.isEmpty && record.omitted == 0
          ? "the copy and the app: nothing arrived"
          : "the copy and the app, for what did not arrive")
      if record.seen.contains(.downloadedFirst) {
        finding.advise(
          "the download takes longer than the load waits: set a longer load timeout in the contract"
        )
      }
    }
    if finding.verdict == .unknown, !isProvenToTheEnd {
      finding.advise("let the pipeline write a record of the share on the device")
    }
    return finding
  }

  private func load(
    _ number: Int, _ attachment: AttachmentRecord, _ finding: inout DiagnosisFinding
  ) {
    let name = name(number)
    let tried = attachment.tried
    for (representation, attempt) in tried {
      if let failure = attempt.failure, failure.link == .loading {
        finding.see(
          "\(name)\(representation.type) as \(representation.delivery.rawValue): \(failure.text)")
        if let fault = SourceFault(failure) { finding.see("\(name)\(fault.meaning)") }
      }
    }
    if case .refused(let code, let stage)? = attachment.result, code != .batchAborted {
      switch FailureAdvice(code).link(at: stage) {
      case .loading:
        finding.fail()
        if tried.isEmpty { finding.see("\(name)refused: \(code) (\(stage.rawValue))") }
        advise(on: code, tried, &finding)
      case let link where link > .loading && attachment.wasTried: finding.hold(number)
      default: break
      }
      return
    }
    if let delivered = tried.first(where: { $0.attempt.hasArrived }) {
      finding.hold(number)
      let size = delivered.attempt.size.map { ", \($0)" } ?? ""
      let arrival = delivered.attempt.arrival.map { " as \($0.rawValue)" } ?? ""
      finding.see("\(name)\(delivered.representation.type) arrived\(arrival)\(size)")
    } else if attachment.isStored || attachment.handedOver != nil {
      finding.hold(number)
      finding.see("\(name)the source delivered something")
    } else if let last = tried.last, let failure = last.attempt.failure {
      if failure.link == .loading {
        finding.fail()
        advise(on: failure.code, tried, &finding)
      } else if failure.link > .loading {
        finding.hold(number)
      }
    }
  }

  private func advise(
    on code: IntakeError.Code, _ tried: [AttachmentRecord.Trial], _ finding: inout DiagnosisFinding
  ) {
    let advice = FailureAdvice(code)
    finding.see(once: advice.meaning)
    let faults = tried.compactMap { $0.attempt.failure.flatMap(SourceFault.init) }
    // What is known of the source's own error says more than the general advice.
    for fault in faults { finding.advise(fault.advice) }
    if faults.isEmpty || code != .loadFailed { finding.advise(advice.advice) }
  }
}

extension AttachmentRecord {
  typealias Trial = (representation: RepresentationRecord, attempt: RepresentationRecord.Attempt)

  /// The loads that were tried, in the order in which they were.
  var tried: [Trial] {
    representations.compactMap { representation in
      representation.attempt.map { (representation, $0) }
    }.enumerated().sorted {
      ($0.element.1.order, $0.offset) < ($1.element.1.order, $1.offset)
    }.map(\.element)
  }

  /// Whether it is refused for a reason of its own.
  var isRefused: Bool {
    guard case .refused(let code, _)? = result else { return false }
    return code != .batchAborted
  }

  var isStored: Bool {
    if case .stored? = result { true } else { false }
  }
}

extension RepresentationRecord.Attempt {
  /// Whether the source delivered something that could be copied.
  var hasArrived: Bool {
    guard let failure else { return true }
    return failure.link > .loading
  }
}

extension RepresentationRecord.Failure {
  /// The link that it breaks where it is the end of the attachment.
  var link: Diagnosis.Link { FailureAdvice(code).link(at: stage) }
}
