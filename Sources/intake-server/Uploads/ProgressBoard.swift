package import AttachmentIntake
package import IntakeModel
import JSONSyntax
import Synchronization

/// How far the uploads have come whose clients chose a token to ask by.
///
/// Those that have ended are kept until 256 others have; there are no more under way than connections.
package final class ProgressBoard: Sendable {
  private static let keptCount = 256
  private let state = Mutex(State())

  private struct State {
    var uploads: [String: UploadProgress] = [:]
    /// The tokens of those that have ended, oldest first.
    var ended: [String] = []
  }

  package init() {}

  /// Whether `text` can be a token: 1 to 64 letters, digits, hyphens and underscores of ASCII.
  package static func isToken(_ text: String) -> Bool {
    (1...64).contains(text.utf8.count)
      && text.unicodeScalars.allSatisfy {
        $0.isASCII
          && ($0.properties.isAlphabetic || ("0"..."9").contains($0) || $0 == "-" || $0 == "_")
      }
  }

  /// Takes note of a new upload.
  ///
  /// - Returns: Whether the token was free.
  package func begin(_ token: String, size: ByteCount?) -> Bool {
    state.withLock { state in
      if let other = state.uploads[token] {
        guard other.isEnded else { return false }
        state.ended.removeAll { $0 == token }
      }
      state.uploads[token] = UploadProgress(requestSize: size)
      return true
    }
  }

  package func update(_ token: String, _ progress: IntakeProgress) {
    state.withLock { $0.uploads[token]?.intake = progress }
  }

  package func end(_ token: String) {
    state.withLock { state in
      guard state.uploads[token]?.isEnded == false else { return }
      state.uploads[token]?.isEnded = true
      state.ended.append(token)
      if state.ended.count > Self.keptCount {
        state.uploads[state.ended.removeFirst()] = nil
      }
    }
  }

  package func progress(of token: String) -> UploadProgress? {
    state.withLock { $0.uploads[token] }
  }
}

/// How far one upload has come.
package struct UploadProgress: Sendable {
  /// The declared size of the whole request, which is a little more than its attachments.
  let requestSize: ByteCount?
  var intake = IntakeProgress()
  var isEnded = false

  func json(token: String) -> [UInt8] {
    JSONWriter.line { json in
      json.member("token", token)
      json.member("state", isEnded ? "ended" : "running")
      json.member("bytesTaken", intake.bytesDone.bytes)
      json.member("requestSize", requestSize?.bytes)
      json.member("started", intake.started)
      json.member("stored", intake.stored)
      json.member("refused", intake.refused)
    }
  }
}
