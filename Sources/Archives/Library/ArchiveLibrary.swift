import CArchive

/// libarchive, loaded when the first archive needs it.
///
/// Linking it instead would cost each start of the command about 2 ms and 4 MiB, for libraries
/// that a directory or an evidence archive needs and nothing else does.
package final class ArchiveLibrary: @unchecked Sendable {
  // Right as unchecked: the only field is a table of C functions that never changes.
  let functions: carchive_functions

  /// The system's library. Loaded once; a failure is kept as well, until the process ends.
  private static let loaded = Result { () throws(ArchiveError) in
    try ArchiveLibrary(named: CARCHIVE_LIBRARY)
  }

  /// Returns the system's library, and so tells early whether archives can be made here.
  ///
  /// - Throws: ``ArchiveError`` of kind `libraryMissing`, with the loader's text.
  package static func system() throws(ArchiveError) -> ArchiveLibrary {
    try loaded.get()
  }

  /// Loads the library with this file name, or at this path.
  ///
  /// - Throws: ``ArchiveError`` of kind `libraryMissing`, with the loader's text.
  package init(named name: String) throws(ArchiveError) {
    var functions = carchive_functions()
    var message = [CChar](repeating: 0, count: 512)
    guard carchive_load(name, &functions, &message, message.count) == 0 else {
      let text = message.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }
      throw ArchiveError(
        .libraryMissing, call: "dlopen", text: String(decoding: text, as: UTF8.self))
    }
    self.functions = functions
  }

  /// The library's name and version, such as "libarchive 3.6.2".
  package var version: String {
    functions.archive_version_string().map { String(cString: $0) } ?? "libarchive"
  }
}
