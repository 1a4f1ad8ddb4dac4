internal import CSQLite

/// A failed call of the SQLite library.
///
/// Holds no value that was bound: the library's texts name tables and columns only.
package struct SQLiteError: Error, Sendable, Hashable {
  /// What was called, such as `step insert`.
  package let call: String
  /// The extended result code.
  package let code: Int32
  /// The system's error number underneath, or 0.
  package let systemError: Int32
  /// The library's text.
  package let text: String

  package init(call: String, code: Int32, systemError: Int32 = 0, text: String) {
    self.call = call
    self.code = code
    self.systemError = systemError
    self.text = text
  }

  /// The result code without its extension.
  package var primaryCode: Int32 { code & 0xFF }
}

extension SQLiteError: CustomStringConvertible {
  package var description: String {
    let system = systemError == 0 ? "" : ", errno \(systemError)"
    return "SQLite \(call): \(text) (\(code)\(system))"
  }
}

extension SQLiteError {
  /// A value in a row that this package could not have written.
  static func malformed(_ what: String) -> Self {
    Self(call: "read \(what)", code: SQLITE_CORRUPT, text: "the value has the wrong form")
  }

  /// Whether another connection holds the lock.
  var isBusy: Bool { primaryCode == SQLITE_BUSY }

  /// Whether a row with the same key is there.
  var isDuplicate: Bool { code == ExtendedCode.primaryKey }
}

/// Extended result codes. The library's header defines them as expressions, which Swift does not
/// import.
package enum ExtendedCode {
  package static let primaryKey = SQLITE_CONSTRAINT | 6 << 8
  package static let damagedFileSystem = SQLITE_IOERR | 33 << 8
  package static let symbolicLink = SQLITE_CANTOPEN | 6 << 8
  package static let directory = SQLITE_CANTOPEN | 2 << 8
  package static let moved = SQLITE_READONLY | 4 << 8
}
