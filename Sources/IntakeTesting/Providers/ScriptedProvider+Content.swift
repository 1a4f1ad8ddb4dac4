import IntakeModel

extension ScriptedProvider {
  /// What a callback delivers.
  public enum Content: Sendable {
    /// A file with this content.
    case file(SampleContent)
    /// Bytes in memory.
    case data(SampleContent)
    /// The path of a file that was there and is not any more.
    case removedFile
    /// This path, whatever is there: a pipe, a device, nothing.
    case path(String)
    /// A folder with these files, by their relative names.
    case folder([String: SampleContent])
    /// Whatever this makes at the path that it is given: a pipe, a folder with a link in it.
    case made(@Sendable (_ path: String) throws -> Void)
    /// A file that the process may not read.
    case denied(SampleContent)
    /// A symbolic link to a file with this content.
    case link(SampleContent)
    /// A file that changes when it is read. Needs ``ReadInterception/isAvailable``.
    case changing(SampleContent, ReadInterception.Change, atRead: Int = 2)
    /// This error, and no value.
    case error(any Error)
    /// Neither a value nor an error.
    case nothing
    /// A file and an error at once.
    case fileAndError(SampleContent, any Error)

    /// A file with these bytes.
    public static func file(_ bytes: [UInt8]) -> Self { .file(SampleContent(bytes)) }

    /// These bytes in memory.
    public static func data(_ bytes: [UInt8]) -> Self { .data(SampleContent(bytes)) }

    var usualDelivery: Representation.Delivery {
      if case .data = self { .data } else { .file }
    }

    /// The bytes, where it is one piece of them.
    private var content: SampleContent? {
      switch self {
      case .file(let content), .data(let content), .link(let content), .denied(let content),
        .changing(let content, _, _), .fileAndError(let content, _):
        content
      default: nil
      }
    }

    /// The error that comes with it.
    var error: (any Error)? {
      switch self {
      case .error(let error), .fileAndError(_, let error): error
      default: nil
      }
    }

    /// Calls back with the bytes, which are overwritten when the callback has returned.
    func deliverBytes(to completion: (UnsafeRawBufferPointer?, (any Error)?) -> Void) {
      if let content {
        var bytes = content.bytes
        bytes.withUnsafeMutableBytes { buffer in
          completion(UnsafeRawBufferPointer(buffer), error)
          // So that who kept the pointer reads something else, as it would after they are freed.
          for index in buffer.indices { buffer[index] = 0xDB }
        }
      } else if case .nothing = self {
        completion(nil, nil)
      } else {
        completion(nil, error ?? NotBytes())
      }
    }
  }

  /// Bytes were asked for of something that has none, such as a folder.
  public struct NotBytes: Error, Hashable {}
}
