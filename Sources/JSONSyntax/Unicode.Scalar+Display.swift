extension Unicode.Scalar {
  /// Whether the scalar acts on what shows it instead of being seen: control characters, line and paragraph
  /// separators, and format characters, among them the overrides of writing direction.
  package var needsEscape: Bool {
    // Most are of ASCII, and need no look into the tables of Unicode.
    if isASCII { return value < 0x20 || value == 0x7F }
    return switch properties.generalCategory {
    case .control, .lineSeparator, .paragraphSeparator: true
    case .format: !isVisibleOrJoining
    default: false
    }
  }

  /// Joiners, which Persian and emoji need, and the format characters of Arabic and Syriac that are seen.
  private var isVisibleOrJoining: Bool {
    switch value {
    case 0x200C, 0x200D, 0x0600...0x0605, 0x06DD, 0x070F, 0x0890, 0x0891, 0x08E2: true
    default: false
    }
  }
}
