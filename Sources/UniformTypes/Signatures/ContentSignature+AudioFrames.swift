extension ContentSignature {
  /// Sound that is a row of frames, perhaps behind an ID3 tag.
  ///
  /// A frame header is a weak signature, so that the next one must follow where the first says, or
  /// the content must end there.
  static func audioFrames(_ bytes: BytePrefix, totalSize: Int?) -> TypeIdentifier? {
    guard let tagSize = id3Size(bytes) else { return frames(bytes, at: 0, totalSize: totalSize) }
    if bytes.has("fLaC", at: tagSize) { return "org.xiph.flac" }
    // The tag is strong by itself, and may well be longer than the prefix.
    return frames(bytes, at: tagSize, totalSize: totalSize) ?? .mp3
  }

  /// The size of an ID3 tag of version 2.
  private static func id3Size(_ bytes: BytePrefix) -> Int? {
    guard bytes.has("ID3"), let version = bytes[3], 2...4 ~= version, bytes.count >= 10 else {
      return nil
    }
    var size = 0
    for place in 6..<10 {
      guard let digit = bytes[place], digit < 0x80 else { return nil }
      size = size << 7 | Int(digit)
    }
    return 10 + size
  }

  private static func frames(
    _ bytes: BytePrefix, at place: Int, totalSize: Int?
  ) -> TypeIdentifier? {
    guard let frame = frame(bytes, at: place) else { return nil }
    let next = place + frame.length
    let isFollowed = self.frame(bytes, at: next)?.type == frame.type
    return isFollowed || next == totalSize ? frame.type : nil
  }

  private static func frame(
    _ bytes: BytePrefix, at place: Int
  ) -> (type: TypeIdentifier, length: Int)? {
    guard let header = bytes.bigEndian(4, at: place), header >> 21 == 0x7FF else { return nil }
    let version = header >> 19 & 3
    let layer = header >> 17 & 3
    if layer == 0 { return advancedFrame(bytes, at: place) }
    let bitRate = header >> 12 & 15
    let sampleRate = header >> 10 & 3
    guard version != 1, layer != 3, 1...14 ~= bitRate, sampleRate != 3 else { return nil }

    let isFirstVersion = version == 3
    let isThirdLayer = layer == 1
    let kilobits: [Int] =
      switch (isFirstVersion, isThirdLayer) {
      case (true, true): [32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320]
      case (true, false): [32, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320, 384]
      default: [8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160]
      }
    let hertz = [44_100, 48_000, 32_000][sampleRate] >> (isFirstVersion ? 0 : version == 2 ? 1 : 2)
    let samples = isThirdLayer && !isFirstVersion ? 576 : 1152
    let length = samples / 8 * kilobits[bitRate - 1] * 1000 / hertz + (header >> 9 & 1)
    return (isThirdLayer ? .mp3 : "public.mp2", length)
  }

  /// A frame of AAC with an ADTS header.
  private static func advancedFrame(
    _ bytes: BytePrefix, at place: Int
  ) -> (type: TypeIdentifier, length: Int)? {
    guard let header = bytes.bigEndian(7, at: place), header >> 44 == 0xFFF else { return nil }
    let sampleRate = header >> 34 & 15
    let length = header >> 13 & 0x1FFF
    guard sampleRate < 13, length > 7 else { return nil }
    return ("public.aac-audio", length)
  }
}
