import IntakeModel
import Testing

struct `A byte count` {
  static let descriptions: [(Int64, String)] = [
    (0, "0 bytes"), (1, "1 byte"), (2, "2 bytes"), (1023, "1023 bytes"), (1024, "1.00 KiB"),
    (1025, "1.00 KiB"), (1536, "1.50 KiB"), (10_233, "9.99 KiB"), (10_235, "10.0 KiB"),
    (10_240, "10.0 KiB"), (102_348, "99.9 KiB"), (102_349, "100 KiB"), (102_400, "100 KiB"),
    (3_072_000, "2.93 MiB"),
    (1_048_063, "1023 KiB"), (1_048_064, "1.00 MiB"), (1_048_575, "1.00 MiB"),
    (1_048_576, "1.00 MiB"), (1 << 30, "1.00 GiB"), (1 << 40, "1.00 TiB"), (1 << 50, "1.00 PiB"),
    (1 << 60, "1.00 EiB"), (.max, "8.00 EiB"),
  ]

  @Test(arguments: descriptions)
  func `is written with three digits`(bytes: Int64, text: String) {
    #expect(ByteCount(bytes: bytes).description == text)
  }

  static let readable: [(String, Int64)] = [
    ("0", 0), ("4096", 4096), ("007", 7), ("64K", 65_536), ("64k", 65_536), ("64KiB", 65_536),
    ("64 kib", 65_536), ("64kB", 64_000), ("64 KB", 64_000), ("3M", 3_145_728),
    ("3MB", 3_000_000), ("2G", 2_147_483_648), ("2GB", 2_000_000_000), ("1T", 1 << 40),
    ("1TB", 1_000_000_000_000), ("1P", 1 << 50), ("1 PiB", 1 << 50),
    ("1PB", 1_000_000_000_000_000), ("7EiB", 7 << 60), ("7.5E", 15 << 59),
    ("1.5 GB", 1_500_000_000), ("1.5K", 1536), ("0.5K", 512),
    ("10 bytes", 10), ("1 byte", 1), ("7b", 7), ("  12  ", 12), ("12   K", 12_288),
    ("9223372036854775807", .max), ("8388607T", 8_388_607 << 40), ("1.", 1), (".5K", 512),
  ]

  @Test(arguments: readable)
  func `is read as a person writes it`(text: String, bytes: Int64) {
    #expect(ByteCount(text)?.bytes == bytes)
  }

  @Test(arguments: [
    "", " ", "K", "-1", "-1K", "+1", "1 2", "1,5K", "1e3", "0x10", "1.2.3", ".", "NaN", "inf",
    "infinity", "1X", "1KK", "1 K B", "9223372036854775808", "8388608T", "99999999999999999999",
    "9999999999.5T", "１２", "1\t", "1\n", "1K\0", "½", "٣",
  ])
  func `is not read from anything else`(text: String) {
    #expect(ByteCount(text) == nil)
  }

  @Test(arguments: [1 as Int64, 512, 1023])
  func `below 1024 is read back exactly`(bytes: Int64) {
    #expect(ByteCount(ByteCount(bytes: bytes).description)?.bytes == bytes)
  }

  // The largest count is written as one byte more than can be.
  @Test(arguments: descriptions.map(\.0).filter { $0 < .max } + [5 << 60])
  func `is read back to three digits`(bytes: Int64) throws {
    let count = ByteCount(bytes: bytes)
    let read = try #require(ByteCount(count.description), "\(count)")
    #expect(abs(Double(read.bytes) - Double(bytes)) <= Double(bytes) * 0.006)
  }

  @Test func `stops at its ends`() {
    let most = ByteCount(bytes: .max)
    #expect(ByteCount(bytes: -1) == .zero)
    #expect(ByteCount(bytes: .min) == .zero)
    #expect(most + .bytes(1) == most)
    #expect(most + most == most)
    #expect(ByteCount.bytes(3) - .bytes(5) == .zero)
    #expect(ByteCount.zero - most == .zero)
    #expect(ByteCount.gibibytes(.max) == most)
    #expect(ByteCount.mebibytes(1 << 43) == most)
    #expect(ByteCount.kibibytes(-1) == .zero)
    #expect(ByteCount.gibibytes(.min) == .zero)
  }

  @Test func `adds, subtracts and compares`() {
    var count = ByteCount.kibibytes(1)
    count += .bytes(1)
    #expect(count.bytes == 1025)
    count -= .kibibytes(1)
    #expect(count == .bytes(1))
    #expect(ByteCount.kibibytes(1) < .mebibytes(1))
    #expect(ByteCount.mebibytes(1) < .gibibytes(1))
    #expect(ByteCount.gibibytes(1).bytes == 1 << 30)
  }
}
