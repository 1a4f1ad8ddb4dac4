/// What one body in parts may cost.
package struct MultipartLimits: Sendable, Hashable {
  /// The most parts. 1,000 by default: each has an outcome of some hundred bytes in the answer.
  package var parts = 1_000
  /// The most bytes of the headers of one part, and of what stands before the first. 8 KiB by default.
  package var headerSize = 8 << 10
  /// The most bytes of the whole body; `nil` for any number.
  package var size: Int64?

  package init() {}
}
