/// A file that a change touches, with what it was and what it is.
package struct ChangedFile: Sendable {
  package var path: String
  /// `nil` for a new file.
  package var before: [UInt8]?
  /// `nil` for one that is gone.
  package var after: [UInt8]?

  package init(_ path: String, before: [UInt8]?, after: [UInt8]?) {
    self.path = path
    self.before = before
    self.after = after
  }
}
