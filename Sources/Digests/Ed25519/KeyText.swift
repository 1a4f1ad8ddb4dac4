/// A key as PEM (RFC 7468): one block of base64 between two lines.
enum KeyText {
  /// More than any key of this kind needs, with comments before it.
  private static let maximumSize = 64 << 10

  /// The bytes of the one block with this label.
  static func decode(_ text: [UInt8], label: String) throws(KeyError) -> [UInt8] {
    guard text.count <= maximumSize else {
      throw KeyError("it has \(text.count) bytes, more than any key; is it the right file?")
    }
    let lines = text.split { $0 == UInt8(ascii: "\n") || $0 == UInt8(ascii: "\r") }
      .map { line in line.filter { $0 != UInt8(ascii: " ") || line.first == UInt8(ascii: "-") } }
    let begin = Array("-----BEGIN ".utf8)
    guard let start = lines.firstIndex(where: { $0.starts(with: begin) }) else {
      throw KeyError(
        "it holds no '-----BEGIN \(label)-----'; expected a key in PEM, as 'openssl genpkey "
          + "-algorithm ed25519' writes it")
    }
    let found = lines[start].dropFirst(begin.count)
    guard found.elementsEqual("\(label)-----".utf8) else { throw wrong(found, label) }
    guard
      let end = lines[start...].firstIndex(where: {
        $0.elementsEqual("-----END \(label)-----".utf8)
      }
      )
    else { throw KeyError("it ends before '-----END \(label)-----'") }
    guard let bytes = Base64.decode(lines[(start + 1)..<end].joined()) else {
      throw KeyError("what stands between its first and its last line is not base64")
    }
    return bytes
  }

  private static func wrong(_ found: some Collection<UInt8>, _ label: String) -> KeyError {
    for other in ["ENCRYPTED PRIVATE KEY", "PRIVATE KEY", "PUBLIC KEY"]
    where found.elementsEqual("\(other)-----".utf8) {
      let advice =
        switch other {
        case "ENCRYPTED PRIVATE KEY":
          "; take its passphrase off with 'openssl pkey -in FILE -out OTHER'"
        case "PRIVATE KEY": "; write its public half with 'openssl pkey -in FILE -pubout'"
        default: ""
        }
      return KeyError("it holds \(other), expected \(label)\(advice)")
    }
    return KeyError(
      "it holds another kind of key, expected \(label); 'openssl pkey' converts what older "
        + "programs wrote")
  }

  static func encode(_ bytes: [UInt8], label: String) -> String {
    let text = Array(Base64.encode(bytes).utf8)
    let lines = stride(from: 0, to: text.count, by: 64).map {
      String(decoding: text[$0..<min($0 + 64, text.count)], as: UTF8.self)
    }
    return (["-----BEGIN \(label)-----"] + lines + ["-----END \(label)-----", ""])
      .joined(separator: "\n")
  }
}
