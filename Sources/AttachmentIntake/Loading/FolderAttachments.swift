internal import ContainerStorage

/// The files in a folder and below, each an attachment, in the order of the bytes of their paths.
///
/// Links are not followed, and refused one by one like everything that is no file. A package, which is a
/// folder that counts as one document, is one attachment. A folder that cannot be read is an attachment that
/// says so. Containers are passed over, so that a folder with the container in it is not taken in again and
/// again. Holds the names of one folder at a time, and of those on the way to it.
public struct FolderAttachments: AsyncSequence, Sendable {
  public typealias Element = Attachment

  private let path: LocalPath
  private let includesHidden: Bool
  private let registry: TypeRegistry

  /// - Parameters:
  ///   - path: The folder.
  ///   - includesHidden: Whether entries whose name begins with a dot are taken.
  ///   - registry: What tells packages from folders, and the types of the files.
  public init(
    at path: LocalPath, includesHidden: Bool = false, registry: TypeRegistry = .standard
  ) {
    self.path = path
    self.includesHidden = includesHidden
    self.registry = registry
  }

  /// Whether `path` names a folder that is not a package.
  public static func isFolder(_ path: LocalPath, in registry: TypeRegistry = .standard) -> Bool {
    (try? FileKind.kind(ofPath: path)) == .directory && !isPackage(path.lastComponent, in: registry)
  }

  private static func isPackage(_ name: String, in registry: TypeRegistry) -> Bool {
    let parts = name.split(separator: ".", omittingEmptySubsequences: false)
    guard parts.count > 1, let last = parts.last else { return false }
    return registry.types(filenameExtension: String(last)).contains {
      registry.conforms($0, to: "com.apple.package")
    }
  }

  public func makeAsyncIterator() -> Iterator { Iterator(self) }

  /// The place in one listing.
  public final class Iterator: AsyncIteratorProtocol {
    private let folder: FolderAttachments
    private var listing: DirectoryListing?
    private var hasBegun = false
    /// The folder or package whose content is passed over, with a slash at its end.
    private var passedOver: [UInt8]?

    fileprivate init(_ folder: FolderAttachments) { self.folder = folder }

    /// The next file. Blocks for the time of reading a folder.
    public func next() async -> Attachment? {
      do {
        if !hasBegun {
          hasBegun = true
          listing = try SourceFolder(at: folder.path).listing()
        }
        while let entry = try listing?.next() {
          if let attachment = attachment(for: entry) { return attachment }
        }
        return nil
      } catch {
        return Attachment(UnusableSource(error: error), name: folder.path.lastComponent)
      }
    }

    private func attachment(for entry: DirectoryListing.Entry) -> Attachment? {
      if let passedOver, entry.bytes.starts(with: passedOver) { return nil }
      let slash = UInt8(ascii: "/")
      let isHidden =
        entry.bytes.split(separator: slash).last?.first == UInt8(ascii: ".")
        && !folder.includesHidden
      let path = LocalPath(bytes: folder.path.bytes + [slash] + entry.bytes)
      if entry.kind == .directory {
        let isPackage = FolderAttachments.isPackage(entry.name, in: folder.registry)
        let isPassedOver = isHidden || (try? SourceFolder(at: path).isContainer) == true
        guard isPassedOver || isPackage else { return nil }
        passedOver = entry.bytes + [slash]
        if isPassedOver { return nil }
      }
      if isHidden { return nil }
      return Attachment(fileAt: path, name: entry.name, registry: folder.registry)
    }
  }
}

/// A source of which it is known beforehand that it cannot be used.
private struct UnusableSource: AttachmentSource {
  let error: IntakeError

  func representations() async throws -> [Representation] { throw error }

  func load(_ representation: Representation, into receiver: any LoadReceiver) async throws {
    throw error
  }
}
