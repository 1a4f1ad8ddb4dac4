extension PropertyListValue {
  /// The most bytes that are read. Property lists of large apps have some 100 KiB.
  package static var maximumSize: Int { 4 << 20 }

  /// The most levels of arrays and dictionaries. Reading is recursive, and this bounds the stack;
  /// activation rules and declarations of types need fewer than ten.
  package static var maximumDepth: Int { 64 }

  /// The most values, those inside others included. In the binary form one object can be used many
  /// times, so that a few bytes could stand for any number of values.
  package static var maximumCount: Int { 1 << 18 }

  /// The most bytes of strings and data, for the same reason.
  package static var maximumExpandedSize: Int { 16 << 20 }
}
