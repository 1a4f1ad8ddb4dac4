import ContainerStorage
import IntakeModel

// Tests name their files by text.

extension SourceFile {
  init(at path: String) throws(IntakeError) { try self.init(at: LocalPath(path)) }
}

extension SourceFolder {
  convenience init(at path: String) throws(IntakeError) { try self.init(at: LocalPath(path)) }
}

extension FileKind {
  static func kind(ofPath path: String) throws(IntakeError) -> FileKind {
    try kind(ofPath: LocalPath(path))
  }
}
