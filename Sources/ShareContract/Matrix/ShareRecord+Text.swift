import IntakeModel
import UniformTypes

// What records and rows say, in words. Rows of a matrix and steps of a diagnosis use the same ones.

extension ShareRecord {
  /// What was observed: what a person saw, then what became of each attachment.
  var observations: [String] {
    var texts = Sight.allCases.filter(seen.contains).map(\.text)
    let attachments = attachments
    for (place, attachment) in attachments.enumerated() {
      let number = attachments.count + omitted > 1 ? "\(place + 1): " : ""
      if let result = attachment.result { texts.append(number + result.text) }
      if let handedOver = attachment.handedOver, handedOver != .copy {
        texts.append("\(number)handed over: \(handedOver.text)")
      }
      if let readBack = attachment.readBack { texts.append(number + readBack.text) }
    }
    if omitted > 0 { texts.append("\(omitted) more not recorded") }
    return texts
  }
}

extension ShareRecord.Sight {
  var text: String {
    switch self {
    case .appeared: "the extension appeared"
    case .didNotAppear: "the extension did not appear"
    case .pickerCancelled: "the picker was cancelled"
    case .downloadedFirst: "it had to be downloaded first"
    case .opened: "the app showed it"
    case .couldNotOpen: "the app could not read it"
    }
  }
}

extension ShareRecord.System {
  /// Such as `iOS 26.1 (23B85), iPhone17,1, fresh installation`.
  var text: String {
    var text = name.text
    if let build { text += " (\(build))" }
    if let device { text += ", \(device)" }
    if let isFreshInstallation {
      text += isFreshInstallation ? ", fresh installation" : ", updated installation"
    }
    return text
  }
}

extension AttachmentRecord.Result {
  var text: String {
    switch self {
    case .stored(let type, let contentType, let size):
      type == contentType
        ? "stored from \(type), \(size)" : "stored from \(type), holds \(contentType), \(size)"
    case .refused(let code, let stage): "refused: \(code) (\(stage.rawValue))"
    }
  }
}

extension AttachmentRecord.HandedOver {
  var text: String {
    switch self {
    case .copy: "the copy"
    case .temporaryFile: "the provider's temporary file"
    case .original: "the original file"
    }
  }
}

extension AttachmentRecord.ReadBack {
  var text: String {
    failure.map { "the \(reader.text) could not read it: \($0)" } ?? "read by the \(reader.text)"
  }
}

extension AttachmentRecord.ReadBack.Reader {
  var text: String {
    switch self {
    case .intake: "process that took it in"
    case .host: "app"
    }
  }
}

extension ContractRow {
  /// What is promised: whether the extension appears, then what becomes of each attachment.
  var promises: [String] {
    [appears ? "the extension appears" : "the extension does not appear"]
      + expectations.enumerated().map { place, expectation in
        (expectations.count > 1 ? "\(place + 1): " : "") + expectation.text
      }
  }
}

extension Expectation {
  var text: String {
    switch result {
    case .refused(let code): return "refused: \(code)"
    case .stored:
      var text = "stored"
      if let representation { text += " from \(representation)" }
      if let delivery { text += " as \(delivery.rawValue)" }
      if let contentType, contentType != representation { text += ", holds \(contentType)" }
      return text
    }
  }
}

extension [SharedItem] {
  /// Such as `public.jpeg, public.heic | public.url; com.adobe.pdf`: items, their attachments, and the types
  /// of those.
  var declarationText: String {
    map { item in
      item.attachments.map { types in
        types.isEmpty ? "no type" : types.map(\.rawValue).joined(separator: ", ")
      }.joined(separator: " | ")
    }.joined(separator: "; ")
  }
}
