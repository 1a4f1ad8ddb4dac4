import CatalogStorage
import IntakeModel
import Testing

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

struct SQLiteErrorTests {
  /// An error of the library, and the code that it becomes.
  struct Mapping: Sendable, CustomStringConvertible {
    let description: String
    let code: Int32
    var system: Int32 = 0
    let expected: IntakeError.Code
  }

  // The numbers are those of sqlite.org/rescode.html, written out so that a wrong name shows.
  static let mappings = [
    Mapping(description: "error", code: 1, expected: .catalogFailed),
    Mapping(description: "perm", code: 3, expected: .containerReadOnly),
    Mapping(description: "busy", code: 5, expected: .containerBusy),
    Mapping(description: "busy snapshot", code: 517, expected: .containerBusy),
    Mapping(description: "no memory", code: 7, expected: .catalogFailed),
    Mapping(description: "read-only", code: 8, expected: .containerReadOnly),
    Mapping(description: "read-only directory", code: 1544, expected: .containerReadOnly),
    Mapping(description: "moved", code: 1032, expected: .containerUnavailable),
    Mapping(description: "I/O", code: 10, expected: .catalogFailed),
    Mapping(description: "fsync", code: 1034, system: EIO, expected: .catalogFailed),
    Mapping(description: "write, disk full", code: 778, system: ENOSPC, expected: .diskFull),
    Mapping(description: "write, over quota", code: 778, system: EDQUOT, expected: .diskFull),
    Mapping(description: "shm, read-only", code: 4618, system: EROFS, expected: .containerReadOnly),
    Mapping(description: "read, stale", code: 266, system: ESTALE, expected: .containerUnavailable),
    Mapping(description: "file system", code: 8458, expected: .catalogDamaged),
    Mapping(description: "corrupt", code: 11, expected: .catalogDamaged),
    Mapping(description: "corrupt index", code: 779, expected: .catalogDamaged),
    Mapping(description: "full", code: 13, expected: .diskFull),
    Mapping(description: "cannot open", code: 14, expected: .containerUnavailable),
    Mapping(description: "absent", code: 14, system: ENOENT, expected: .containerUnavailable),
    Mapping(description: "denied", code: 14, system: EACCES, expected: .containerReadOnly),
    Mapping(description: "descriptors", code: 14, system: EMFILE, expected: .tooManyOpenFiles),
    Mapping(description: "folder", code: 526, expected: .containerUnsuitable),
    Mapping(description: "link", code: 1550, system: EACCES, expected: .containerUnsuitable),
    Mapping(description: "constraint", code: 19, expected: .catalogFailed),
    Mapping(description: "not a database", code: 26, expected: .catalogDamaged),
  ]

  @Test(arguments: mappings)
  func `a number of the library becomes a code`(mapping: Mapping) {
    let error = SQLiteError(
      call: "step", code: mapping.code, systemError: mapping.system, text: "text")
    let intakeError = error.intakeError(at: .commit, path: "/folder/catalog.sqlite")
    #expect(intakeError.code == mapping.expected)
    #expect(intakeError.stage == .commit)
    #expect(intakeError.message.contains("/folder/catalog.sqlite"))
    #expect(intakeError.cause as? SQLiteError == error)
  }
}
