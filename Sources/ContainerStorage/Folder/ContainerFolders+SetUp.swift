import IntakeModel

#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

// A folder is a container once it has its marker, which is written last. Until then everything may be done
// again, by whoever comes first, also by several at once.

extension ContainerFolders {
  /// Opens the folders of the container at `path`.
  ///
  /// - Parameter create: Whether a missing or empty folder is made a container.
  /// - Returns: The folders, and what the marker says; `nil` if ``writeMarker(as:owner:)`` is still to be
  ///   called.
  /// - Throws: ``IntakeError`` with `containerUnavailable`, `containerUnsuitable`, `containerReadOnly`,
  ///   `diskFull` or `tooManyOpenFiles`.
  static func open(
    at path: String, create: Bool
  ) throws -> (folders: ContainerFolders, id: ContainerID?) {
    guard !path.isEmpty, !path.utf8.contains(0) else {
      throw IntakeError(
        .containerUnavailable, at: .commit, "the path of the container is empty or holds a NUL")
    }
    do {
      let root = try openRoot(at: path, create: create)
      let id = try checkMarker(in: root, path: path, create: create)
      let folders = try openFolders(in: root, path: path, makesAttachments: id == nil)
      return (folders, id)
    } catch let error as Errno {
      throw IntakeError.container(error, at: .commit, path: path)
    }
  }

  /// Makes the folders a container, durably. That somebody else just did is as good.
  ///
  /// - Returns: Which container they are.
  func writeMarker(as form: StagedFile.Form, owner: OwnerID) throws(Errno) -> ContainerID {
    try root.synchronizeEntries()
    try synchronizeParent()
    let id = AttachmentID(milliseconds: SystemRun.milliseconds())
    let file = try StagedFile(form, for: HiddenName(owner: owner, attachment: id), in: self)
    var container = ContainerID(milliseconds: SystemRun.milliseconds())
    try file.append(ContainerMarker.text(for: container))
    try file.synchronizeContent()
    do throws(Errno) {
      try file.publish(as: ContainerMarker.name, in: root)
    } catch {
      guard error.number == EEXIST, case .ours(let first) = try ContainerMarker.read(in: root)
      else {
        throw error
      }
      container = first
    }
    try root.synchronizeEntries()
    return container
  }
}

extension ContainerFolders {
  /// Makes the entry of the container itself durable, where its parent folder may be opened at all.
  private func synchronizeParent() throws(Errno) {
    do throws(Errno) {
      try Descriptor(openingFolder: "..", in: root.number).synchronizeEntries()
    } catch {
      if error.number != EACCES { throw error }
    }
  }

  private static func openRoot(at path: String, create: Bool) throws -> Descriptor {
    // A link in the place of the container itself is followed: where it lies is its operator's business,
    // and is settled once, here.
    do throws(Errno) {
      return try Descriptor(openingFolder: path, followsLink: true)
    } catch {
      switch error.number {
      case ENOENT where create: break
      case ENOENT: throw IntakeError.noContainer(at: path, "there is no folder")
      case ENOTDIR: throw IntakeError.unsuitable(path, "it is a file, or lies in one")
      case EACCES: throw IntakeError.noContainer(at: path, "the folder may not be opened")
      default: throw error
      }
    }
    do throws(Errno) {
      try Errno.check("mkdir") { mkdir(path, folderMode) }
    } catch {
      switch error.number {
      case EEXIST: break
      case ENOENT: throw IntakeError.noContainer(at: path, "its parent folder is missing")
      default: throw error
      }
    }
    return try Descriptor(openingFolder: path, followsLink: true)
  }

  /// Which container it is; `nil` if the marker is still to be written.
  private static func checkMarker(
    in root: borrowing Descriptor, path: String, create: Bool
  ) throws -> ContainerID? {
    switch try ContainerMarker.read(in: root) {
    case .ours(let id): return id
    case .newer(let version):
      throw IntakeError.unsuitable(
        path,
        "it is of version \(version), and this program knows version \(ContainerMarker.version); "
          + "use a newer program")
    case .foreign:
      throw IntakeError.unsuitable(path, "its file \"\(ContainerMarker.name)\" is none of ours")
    case .missing: break
    }
    if try holdsForeignFiles(root) {
      // Perhaps somebody else has just completed it, and put things into it that were not there before.
      if case .ours(let id) = try ContainerMarker.read(in: root) { return id }
      throw IntakeError.unsuitable(
        path,
        "it holds files that are none of ours; name an empty folder, or one that is not there yet")
    }
    guard create else { throw IntakeError.noContainer(at: path, "the folder is not set up") }
    return nil
  }

  /// Whether a folder without a marker holds anything that a set-up cut short does not leave.
  private static func holdsForeignFiles(_ root: borrowing Descriptor) throws(Errno) -> Bool {
    var entries = try DirectoryStream(of: root)
    while let entry = try entries.next() {
      let name = String(decoding: entry.name, as: UTF8.self)
      switch name {
      // The root of a file system made by mkfs.ext4 is as empty as it gets.
      case "staging", "owners", "lost+found": continue
      case "attachments":
        if try holdsCopies(root) { return true }
      default:
        guard name.hasPrefix("catalog.sqlite") else { return true }
      }
    }
    return false
  }

  private static func holdsCopies(_ root: borrowing Descriptor) throws(Errno) -> Bool {
    guard try FileStatus(of: "attachments", in: root.number).kind == .directory else { return true }
    var entries = try DirectoryStream(of: Descriptor(openingFolder: "attachments", in: root.number))
    // Not even copies: they come after the marker, and without it nobody knows which catalog has their rows.
    return try entries.next() != nil
  }

  private static func openFolders(
    in root: consuming Descriptor, path: String, makesAttachments: Bool
  ) throws -> ContainerFolders {
    // Of a complete container the copies must be there; the other two hold nothing that lasts.
    let attachments = try openFolder("attachments", in: root, path, creating: makesAttachments)
    let staging = try openFolder("staging", in: root, path, creating: true)
    let owners = try openFolder("owners", in: root, path, creating: true)
    return ContainerFolders(
      root: root, attachments: attachments, staging: staging, owners: owners)
  }

  private static func openFolder(
    _ name: String, in root: borrowing Descriptor, _ path: String, creating: Bool
  ) throws -> Descriptor {
    if creating, mkdirat(root.number, name, folderMode) != 0, errno != EEXIST {
      throw Errno(errno, from: "mkdirat")
    }
    do throws(Errno) {
      return try Descriptor(openingFolder: name, in: root.number)
    } catch {
      switch error.number {
      case ENOTDIR, ELOOP:
        throw IntakeError.unsuitable(path, "its \"\(name)\" is a link or a file, not a folder")
      case ENOENT where !creating:
        throw IntakeError(
          .containerUnavailable, at: .commit,
          """
          the container at \(path) has lost its folder "\(name)", so nothing was touched; put it back, or see \
          whether its disk is there
          """, cause: error)
      default: throw error
      }
    }
  }
}

extension IntakeError {
  fileprivate static func noContainer(at path: String, _ why: String) -> IntakeError {
    IntakeError(
      .containerUnavailable, at: .commit,
      "there is no container at \(path): \(why); check the path, or have the container created")
  }

  fileprivate static func unsuitable(_ path: String, _ why: String) -> IntakeError {
    IntakeError(.containerUnsuitable, at: .commit, "\(path) cannot be a container: \(why)")
  }
}
