import Digests

/// Two digests at once, against each of them alone, which is libcrypto's.
extension FuzzedReader {
  /// The first byte divides the rest into two messages, and what follows says into which pieces.
  func digestTwo(_ bytes: [UInt8]) {
    guard bytes.count > 3 else { return }
    let rest = bytes[3...]
    let division = rest.startIndex + rest.count * Int(bytes[0]) / 256
    let messages = [Array(rest[..<division]), Array(rest[division...])]
    let steps = [Int(bytes[1]) + 1, Int(bytes[2]) + 1]
    guard var first = try? SHA256(), var second = try? SHA256() else { return }
    var places = [0, 0]
    while places[0] < messages[0].count || places[1] < messages[1].count {
      let pieces = (0...1).map { index in
        let end = min(messages[index].count, places[index] + steps[index])
        defer { places[index] = end }
        return Array(messages[index][places[index]..<end])
      }
      pieces[0].withUnsafeBytes { one in
        pieces[1].withUnsafeBytes { try? SHA256.update(&first, one, &second, $0) }
      }
    }
    let found = (try? first.finalize(), try? second.finalize())
    precondition(found.0 == digest(messages[0]), "the first digest is another")
    precondition(found.1 == digest(messages[1]), "the second digest is another")
  }

  private func digest(_ bytes: [UInt8]) -> [UInt8]? {
    guard var digest = try? SHA256() else { return nil }
    bytes.withUnsafeBytes { try? digest.update($0) }
    return try? digest.finalize()
  }
}
