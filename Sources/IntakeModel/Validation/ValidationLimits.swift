/// What a validator may spend on one piece of content, and what the content may stand for.
public struct ValidationLimits: Sendable, Hashable {
  /// The most bytes that are read: larger content is not validated. 512 MiB by default; a validator that holds
  /// all of it in memory reads less.
  public var contentSize: ByteCount
  /// The most bytes of a decoded image with all its frames. 512 MiB by default, which is a photo of 180
  /// megapixels: one of 48 has 144 MB.
  public var decodedSize: ByteCount
  /// The most frames of an image. 10,000 by default: three minutes of animation.
  public var frames: Int
  /// The most objects of a PDF. 500,000 by default: a book of 1,000 pages has some 20,000.
  public var objects: Int
  /// The most entries of an archive. 100,000 by default, as folders that are taken in have at most.
  public var entries: Int
  /// The most bytes of an archive's entries together. 1 GiB by default, which takes some 3 seconds to unpack.
  public var expandedSize: ByteCount
  /// How many times larger an archive may be once it is unpacked, as soon as it has 16 MiB. 200 by default: text
  /// has 5 to 20, and a bomb 1,000 and more.
  public var ratio: Int
  /// The longest time by the clock. 10 seconds by default.
  public var time: Duration

  /// Makes limits; what is left out is as by default.
  public init(
    contentSize: ByteCount = .mebibytes(512), decodedSize: ByteCount = .mebibytes(512),
    frames: Int = 10_000, objects: Int = 500_000, entries: Int = 100_000,
    expandedSize: ByteCount = .gibibytes(1), ratio: Int = 200, time: Duration = .seconds(10)
  ) {
    self.contentSize = contentSize
    self.decodedSize = decodedSize
    self.frames = frames
    self.objects = objects
    self.entries = entries
    self.expandedSize = expandedSize
    self.ratio = ratio
    self.time = time
  }
}
