import CArchive
import SystemCalls

/// libarchive, loaded when the first archive needs it.
///
/// Linking it instead would cost each start of the command about 2 ms and 4 MiB, for libraries
/// that a directory or an evidence archive needs and nothing else does.
package final class ArchiveLibrary: @unchecked Sendable {
  // Right as unchecked: the only field is a table of C functions that never changes.
  let functions: carchive_functions

  private static let loaded = MadeOnce<ArchiveLibrary>()

  /// Returns the system's library, loaded once, and so tells early whether archives can be made here.
  ///
  /// - Throws: ``ArchiveError`` of kind `libraryMissing`, with the loader's text.
  package static func system() throws(ArchiveError) -> ArchiveLibrary {
    try loaded.get { () throws(ArchiveError) in try ArchiveLibrary(named: CARCHIVE_LIBRARY) }
  }

  /// Loads the library with this file name, or at this path.
  ///
  /// - Throws: ``ArchiveError`` of kind `libraryMissing`, with the loader's text.
  package init(named name: String) throws(ArchiveError) {
    var functions = carchive_functions()
    let failure = LibraryLoading.failure { carchive_load(name, &functions, $0, $1) }
    if let failure { throw ArchiveError(.libraryMissing, call: "dlopen", text: failure) }
    self.functions = functions
  }

  /// The library's name and version, such as "libarchive 3.6.2".
  package var version: String {
    functions.archive_version_string().map { String(cString: $0) } ?? "libarchive"
  }
}
