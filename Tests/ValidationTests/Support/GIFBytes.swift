/// Writes GIF by hand.
enum GIFBytes {
  /// So many frames, each as large as the canvas, which say nothing of most of their pixels.
  static func animation(width: Int, height: Int, frames: Int) -> [UInt8] {
    var bytes = Array("GIF89a".utf8)
    bytes += ZipBytes.little(width, 2) + ZipBytes.little(height, 2) + [0x80, 0, 0]
    bytes += [0, 0, 0, 255, 255, 255]
    for _ in 0..<frames {
      // A pause, the place and size of the frame, and one pixel of it.
      bytes += [0x21, 0xF9, 4, 0, 10, 0, 0, 0]
      bytes += [0x2C, 0, 0, 0, 0] + ZipBytes.little(width, 2) + ZipBytes.little(height, 2)
      bytes += [0, 2, 2, 0x44, 1, 0]
    }
    return bytes + [0x3B]
  }
}
