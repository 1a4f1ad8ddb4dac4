/// The side of a column on which text stands.
package enum TextAlignment: Sendable {
  case left
  case right
}
