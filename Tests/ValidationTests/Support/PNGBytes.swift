/// Writes PNG by hand.
enum PNGBytes {
  /// A whole image of one bit for each pixel, all black, whose bytes are compressed a thousandfold.
  static func black(width: Int, height: Int) throws -> [UInt8] {
    let line = 1 + (width + 7) / 8
    let size = line * height
    let sum = [UInt8](big((size % 65521) << 16 | 1, 4))
    return header(width: width, height: height)
      + chunk("IDAT", [0x78, 0x9C] + (try ZipBytes.deflatedZeros(Int64(size))) + sum)
      + chunk("IEND", [])
  }

  /// An image that says it has this size, and holds next to nothing.
  static func claim(width: Int, height: Int) -> [UInt8] {
    header(width: width, height: height) + chunk("IDAT", [0x78, 0x9C, 0x63, 0, 0, 0, 1, 0, 1])
      + chunk("IEND", [])
  }

  private static func header(width: Int, height: Int) -> [UInt8] {
    [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]
      + chunk("IHDR", big(width, 4) + big(height, 4) + [1, 0, 0, 0, 0])
  }

  private static func chunk(_ name: String, _ content: [UInt8]) -> [UInt8] {
    let body = Array(name.utf8) + content
    return big(content.count, 4) + body + big(Int(CRC32.sum(body)), 4)
  }

  private static func big(_ number: Int, _ width: Int) -> [UInt8] {
    ZipBytes.little(number, width).reversed()
  }
}
