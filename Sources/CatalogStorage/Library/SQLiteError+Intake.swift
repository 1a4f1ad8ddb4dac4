internal import CSQLite
package import IntakeModel

#if canImport(Glibc)
  private import Glibc
#elseif canImport(Musl)
  private import Musl
#else
  private import Darwin
#endif

/// The one place where numbers of SQLite and of the system become codes.
extension SQLiteError {
  /// The code that a caller switches on.
  package var intakeCode: IntakeError.Code {
    switch code {
    case ExtendedCode.symbolicLink, ExtendedCode.directory: return .containerUnsuitable
    case ExtendedCode.moved: return .containerUnavailable
    case ExtendedCode.damagedFileSystem: return .catalogDamaged
    default: break
    }
    if isBusy { return .containerBusy }
    switch primaryCode {
    case SQLITE_FULL: return .diskFull
    case SQLITE_READONLY, SQLITE_PERM: return .containerReadOnly
    case SQLITE_CORRUPT, SQLITE_NOTADB: return .catalogDamaged
    case SQLITE_CANTOPEN: return systemCode ?? .containerUnavailable
    case SQLITE_IOERR: return systemCode ?? .catalogFailed
    default: return .catalogFailed
    }
  }

  /// What the system's number says, where it says more than the library's code.
  private var systemCode: IntakeError.Code? {
    switch systemError {
    case ENOSPC, EDQUOT: .diskFull
    case EROFS, EACCES, EPERM: .containerReadOnly
    case EMFILE, ENFILE: .tooManyOpenFiles
    case ENOENT, ENOTDIR, ESTALE, ENODEV: .containerUnavailable
    default: nil
    }
  }

  /// This error as the one that the package throws.
  package func intakeError(at stage: Stage, path: String) -> IntakeError {
    IntakeError(intakeCode, at: stage, "the catalog \(path) \(trouble)", cause: self)
  }

  private var trouble: String {
    switch intakeCode {
    case .containerBusy:
      "is locked: another process has held its lock for longer than this one waits; try again later"
    case .diskFull: "could not be written: the disk is full"
    case .containerReadOnly: "may not be written"
    case .catalogDamaged: "is damaged (\(text))"
    case .containerUnsuitable: "is a link or a folder, where a file belongs"
    case .containerUnavailable: "is not there, or was replaced while it was in use"
    case .tooManyOpenFiles: "could not be opened: the process has no file descriptors left"
    default: "could not be used (\(self))"
    }
  }
}
