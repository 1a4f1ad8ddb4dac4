/// Libraries that are loaded at first use, and never linked.
package enum LibraryLoading {
  /// Calls a function in C that loads a library.
  ///
  /// - Parameter load: Returns 0, or writes a text into the room that it is given.
  /// - Returns: That text; `nil` where the library is loaded.
  package static func failure(
    _ load: (_ text: UnsafeMutablePointer<CChar>, _ room: Int) -> Int32
  ) -> String? {
    withUnsafeTemporaryAllocation(of: CChar.self, capacity: 512) { text in
      guard let start = text.baseAddress, load(start, text.count) != 0 else { return nil }
      return String(cString: start)
    }
  }
}
