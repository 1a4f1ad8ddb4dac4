import IntakeModel

#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// The file that says that a folder is a container, of which version, and which one.
enum ContainerMarker {
  static let name = "container"
  static let version = 1
  private static let start = "attachment-intake container "

  /// The marker of a new container.
  static func text(for id: ContainerID) -> String { "\(start)\(version) \(id)\n" }

  /// What a folder's marker says.
  enum Reading: Hashable {
    case missing
    case ours(ContainerID)
    case newer(Int)
    /// A file of that name is there, and it is no marker.
    case foreign
  }

  /// Reads the marker in `folder`; at most 128 bytes of it.
  static func read(in folder: borrowing Descriptor) throws(Errno) -> Reading {
    let file: RegularFile
    do throws(Errno) {
      file = try RegularFile.open(name, in: folder.number, resolution: .beneath)
    } catch {
      switch error.number {
      case ENOENT: return .missing
      case ELOOP: return .foreign
      default: throw error
      }
    }
    switch consume file {
    case .refused: return .foreign
    case .opened(let descriptor, _):
      return reading(of: String(decoding: try descriptor.start(atMost: 128), as: UTF8.self))
    }
  }

  private static func reading(of text: String) -> Reading {
    guard text.hasPrefix(start), text.hasSuffix("\n") else { return .foreign }
    let words = text.dropFirst(start.count).dropLast()
      .split(separator: " ", omittingEmptySubsequences: false)
    guard let first = words.first, let version = Int(first), version > 0 else { return .foreign }
    // What follows is for that version to say.
    if version > Self.version { return .newer(version) }
    guard words.count == 2, let id = ContainerID(String(words[1])) else { return .foreign }
    return .ours(id)
  }
}
