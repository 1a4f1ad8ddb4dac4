import AttachmentIntake

/// The attachments that `intake ingest` was told to take in: each file, and of each folder the files in it
/// and below.
struct InputAttachments: AsyncSequence, Sendable {
  typealias Element = Attachment

  let paths: InputPaths

  func makeAsyncIterator() -> Iterator { Iterator(paths: paths.makeAsyncIterator()) }

  struct Iterator: AsyncIteratorProtocol {
    fileprivate var paths: InputPaths.Iterator
    private var folder: FolderAttachments.Iterator?

    fileprivate init(paths: InputPaths.Iterator) { self.paths = paths }

    mutating func next() async throws -> Attachment? {
      while true {
        if let attachment = await folder?.next() { return attachment }
        folder = nil
        guard let argument = try await paths.next() else { return nil }
        let path = LocalPath(bytes: argument.bytes)
        if FolderAttachments.isFolder(path) {
          folder = FolderAttachments(at: path).makeAsyncIterator()
        } else {
          return Attachment(fileAt: path)
        }
      }
    }
  }
}
