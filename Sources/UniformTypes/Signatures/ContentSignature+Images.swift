extension ContentSignature {
  /// Images whose beginning needs a look at more than one place.
  static func image(_ bytes: BytePrefix, totalSize: Int?) -> TypeIdentifier? {
    switch bytes[0] {
    case UInt8(ascii: "I") where bytes.has("II*\0"), UInt8(ascii: "M") where bytes.has("MM\0*"):
      return bytes.has("CR\u{2}", at: 8) ? "com.canon.cr2-raw-image" : .tiff
    case UInt8(ascii: "I") where bytes.has("II+\0\u{8}\0\0\0"),
      UInt8(ascii: "M") where bytes.has("MM\0+\0\u{8}\0\0"):
      return .tiff
    case UInt8(ascii: "B") where bytes.has("BM"):
      return isBitmap(bytes) ? "com.microsoft.bmp" : nil
    case 0 where bytes.has([0, 0, 1, 0]):
      return isIcon(bytes, totalSize: totalSize) ? "com.microsoft.ico" : nil
    case 0xFF where bytes.has([0xFF, 0x0A]):
      // A bare JPEG XL stream has no more than these two bytes, which no text begins with.
      return "public.jpeg-xl"
    default:
      return bytes.has("DICM", at: 128) ? "org.nema.dicom" : nil
    }
  }

  /// Whether the second header has one of the sizes that exist; the first one proves little.
  private static func isBitmap(_ bytes: BytePrefix) -> Bool {
    guard let headerSize = bytes.littleEndian(4, at: 14) else { return false }
    return [12, 16, 40, 52, 56, 64, 108, 124].contains(headerSize)
  }

  /// Whether the first entry of the directory can be true.
  private static func isIcon(_ bytes: BytePrefix, totalSize: Int?) -> Bool {
    guard let count = bytes.littleEndian(2, at: 4), count > 0,
      let reserved = bytes[9], reserved == 0 || reserved == 255,
      let size = bytes.littleEndian(4, at: 14), size > 0,
      let place = bytes.littleEndian(4, at: 18), place >= 6 + 16 * count
    else { return false }
    return totalSize.map { place + size <= $0 } ?? true
  }
}
