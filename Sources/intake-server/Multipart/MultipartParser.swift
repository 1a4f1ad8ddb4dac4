#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// Reads a body in parts, from chunks of any size, and holds no more than one of them.
///
/// It is asked for what comes next, and given a chunk where it needs one. After an error, or the end, it has no
/// more to say.
package struct MultipartParser: Sendable {
  /// CR, LF, two hyphens and the boundary, which end the content of a part.
  private let delimiter: [UInt8]
  private let limits: MultipartLimits
  private var phase = Phase.preamble
  /// What was given and not read yet: at most a chunk, and a header or a delimiter that has begun.
  private var buffer: ArraySlice<UInt8> = []
  private var size: Int64 = 0
  private var isComplete = false
  private var parts = 0

  private enum Phase {
    case preamble
    /// Behind a delimiter.
    case delimited
    case header
    case content
    case epilogue
  }

  package enum Event: Sendable, Hashable {
    case part(PartHeader)
    case content(ArraySlice<UInt8>)
    case endOfPart
    /// All parts have come. What stands behind them is of no concern.
    case end
    /// Give it a chunk, or the end of the body.
    case needsBytes
  }

  /// - Parameter contentType: As the head of the request has it, with the boundary.
  package init(contentType: String, limits: MultipartLimits) throws(MultipartError) {
    guard let boundary = HeaderValue(contentType).parameters["boundary"] else {
      throw MultipartError("the Content-Type names no boundary")
    }
    let bytes = Array(boundary.utf8)
    // RFC 2046, 5.1.1.
    let isSound = (1...70).contains(bytes.count) && bytes.last != 0x20
    guard isSound, bytes.allSatisfy({ (0x20..<0x7F).contains($0) }) else {
      throw MultipartError("the boundary is not 1 to 70 characters of ASCII")
    }
    delimiter = Array("\r\n--".utf8) + bytes
    self.limits = limits
    // The first delimiter may stand at the very beginning.
    buffer = [0x0D, 0x0A]
  }

  /// Gives it the next bytes of the body.
  package mutating func append(_ chunk: [UInt8]) throws(MultipartError) {
    size += Int64(chunk.count)
    if let limit = limits.size, size > limit {
      throw MultipartError("the body has more than \(limit) bytes", .tooLarge)
    }
    if phase == .epilogue { return }
    buffer = buffer.isEmpty ? chunk[...] : (buffer + chunk)[...]
  }

  /// Tells it that no more bytes come.
  package mutating func finish() { isComplete = true }

  /// What comes next.
  package mutating func next() throws(MultipartError) -> Event {
    while true {
      switch phase {
      case .preamble:
        guard let end = try findFirstDelimiter() else { return try more() }
        buffer = buffer[end...]
        phase = .delimited
      case .delimited:
        if buffer.starts(with: [0x2D, 0x2D]) {
          phase = .epilogue
          buffer = []
          return .end
        }
        guard let line = try findLineEnd() else { return try more() }
        buffer = buffer[line...]
        phase = .header
      case .header:
        guard let header = try takeHeader() else { return try more() }
        phase = .content
        return .part(header)
      case .content: return try content()
      case .epilogue:
        buffer = []
        return .end
      }
    }
  }

  private func more() throws(MultipartError) -> Event {
    guard isComplete else { return .needsBytes }
    if size == 0 { throw MultipartError("the body is empty") }
    let place = parts == 0 ? "before the first part" : "in part \(parts)"
    throw MultipartError("the body ends \(place), without the boundary that ends it")
  }

  // MARK: Delimiters

  /// Where the first delimiter ends, which may have some lines in front of it.
  private func findFirstDelimiter() throws(MultipartError) -> Int? {
    let found = Self.find(delimiter, in: buffer)
    if found.isWhole { return found.start + delimiter.count }
    guard found.start - buffer.startIndex <= limits.headerSize else {
      throw MultipartError("the body does not begin with the boundary that its head names")
    }
    return nil
  }

  /// What follows a delimiter: spaces, and the end of the line.
  private func findLineEnd() throws(MultipartError) -> Int? {
    let rest = buffer.drop { $0 == 0x20 || $0 == 0x09 }
    if rest.starts(with: [0x0D, 0x0A]) { return rest.startIndex + 2 }
    let isBegun = rest.isEmpty || rest.elementsEqual([0x0D]) || buffer.elementsEqual([0x2D])
    guard isBegun, buffer.count <= 256 else {
      throw MultipartError("the boundary before part \(parts + 1) does not end its line")
    }
    return nil
  }

  /// The header of a part, whose lines end with an empty one.
  private mutating func takeHeader() throws(MultipartError) -> PartHeader? {
    let end = Self.find([0x0D, 0x0A, 0x0D, 0x0A], in: buffer)
    guard end.start - buffer.startIndex <= limits.headerSize else {
      throw MultipartError("part \(parts + 1) has a header of more than \(limits.headerSize) bytes")
    }
    guard end.isWhole else { return nil }
    parts += 1
    guard parts <= limits.parts else {
      throw MultipartError("the body has more than \(limits.parts) parts", .tooLarge)
    }
    let header = try PartHeader(buffer[..<end.start], ofPart: parts)
    buffer = buffer[(end.start + 4)...]
    return header
  }

  // MARK: Content

  private mutating func content() throws(MultipartError) -> Event {
    let found = Self.find(delimiter, in: buffer)
    if found.start > buffer.startIndex {
      let content = buffer[..<found.start]
      buffer = buffer[found.start...]
      return .content(content)
    }
    guard found.isWhole else { return try more() }
    buffer = buffer.dropFirst(delimiter.count)
    phase = .delimited
    return .endOfPart
  }

  /// Where `pattern`, which begins with CR, or the beginning of one that the end cuts off, stands first; the end
  /// where there is none.
  private static func find(
    _ pattern: [UInt8], in buffer: ArraySlice<UInt8>
  ) -> (start: Int, isWhole: Bool) {
    buffer.withUnsafeBufferPointer { bytes in
      guard let base = bytes.baseAddress else { return (buffer.startIndex, false) }
      var offset = 0
      while offset < bytes.count,
        let found = memchr(base + offset, 0x0D, bytes.count - offset)
      {
        let start = UnsafeRawPointer(found) - UnsafeRawPointer(base)
        let length = min(pattern.count, bytes.count - start)
        if memcmp(found, pattern, length) == 0 {
          return (buffer.startIndex + start, length == pattern.count)
        }
        offset = start + 1
      }
      return (buffer.endIndex, false)
    }
  }
}
