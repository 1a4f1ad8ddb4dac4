extension UInt8 {
  /// The lowercase letter of an uppercase one of ASCII; any other byte as it is.
  var lowercasedASCII: UInt8 { (0x41...0x5A).contains(self) ? self | 0x20 : self }

  /// Whether it is a digit of ASCII.
  var isASCIIDigit: Bool { (0x30...0x39).contains(self) }

  /// Whether it is a letter of ASCII.
  var isASCIILetter: Bool { (0x61...0x7A).contains(self | 0x20) }
}
