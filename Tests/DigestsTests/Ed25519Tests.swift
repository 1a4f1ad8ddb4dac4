import Digests
import Testing

@Suite struct Ed25519Tests {
  private static func bytes(_ digits: String) -> [UInt8] {
    let values = digits.utf8.map { $0 < 58 ? $0 - 48 : $0 - 87 }
    return stride(from: 0, to: values.count, by: 2).map { values[$0] << 4 | values[$0 + 1] }
  }

  /// A private key as OpenSSL writes it: the prefix of RFC 8410 and the seed.
  private static func pem(seed: String) -> [UInt8] {
    let der = bytes("302e020100300506032b657004220420" + seed)
    return Array(
      "-----BEGIN PRIVATE KEY-----\n\(Base64.encode(der))\n-----END PRIVATE KEY-----\n".utf8)
  }

  // RFC 8032, section 7.1, tests 1 to 3.
  private static let published = [
    (
      seed: "9d61b19deffd5a60ba844af492ec2cc44449c5697b326919703bac031cae7f60",
      key: "d75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a", message: "",
      signature:
        "e5564300c360ac729086e2cc806e828a84877f1eb8e5d974d873e065224901555fb8821590a33bacc61e39701cf9b46bd25bf5f0595bbe24655141438e7a100b"
    ),
    (
      seed: "4ccd089b28ff96da9db6c346ec114e0f5b8a319f35aba624da8cf6ed4fb8a6fb",
      key: "3d4017c3e843895a92b70aa74d1b7ebc9c982ccf2ec4968cc0cd55f12af4660c", message: "72",
      signature:
        "92a009a9f0d4cab8720e820b5f642540a2b27b5416503f8fb3762223ebdb69da085ac1e43e15996e458f3613d0f11d8c387b2eaeb4302aeeb00d291612bb0c00"
    ),
    (
      seed: "c5aa8df43f9f837bedb7442f31dcb7b166d38535076f094b85ce3a2e0b4458f7",
      key: "fc51cd8e6218a1a38da47ed00230f0580816ed13ba3303ac5deb911548908025", message: "af82",
      signature:
        "6291d657deec24024827e69c3abe01a30ce548a284743a445e3680d7db5ac3ac18ff9b538d16f290ae67f760984dc6594a7c15e9716ed28dc027beceea1ec40a"
    ),
  ]

  @Test(arguments: published) func `the published signatures come out, and are valid`(
    seed: String, key: String, message: String, signature: String
  ) throws {
    let message = Self.bytes(message)
    let signature = Self.bytes(signature)
    let privateKey = try Ed25519PrivateKey(pem: Self.pem(seed: seed))
    #expect(try privateKey.signature(of: message) == signature)
    let publicKey = try privateKey.publicKey()
    #expect(publicKey.rawBytes == Self.bytes(key))
    #expect(try publicKey.isValid(signature, of: message))
    for index in signature.indices {
      var changed = signature
      changed[index] ^= 1
      #expect(try !publicKey.isValid(changed, of: message), "byte \(index)")
    }
    #expect(try !publicKey.isValid(signature, of: message + [0]))
    #expect(try !publicKey.isValid(Array(signature.dropLast()), of: message))
    #expect(try !publicKey.isValid([], of: message))
  }

  // RFC 8410, sections 10.1 and 10.3.
  private static let publishedPrivateKey = """
    -----BEGIN PRIVATE KEY-----
    MC4CAQAwBQYDK2VwBCIEINTuctv5E1hK1bbY8fdp+K06/nwoy/HU++CXqI9EdVhC
    -----END PRIVATE KEY-----

    """
  private static let publishedPublicKey = """
    -----BEGIN PUBLIC KEY-----
    MCowBQYDK2VwAyEAGb9ECWmEzf6FQbrBZ9w7lshQhqowtrbLDFw4rXAxZuE=
    -----END PUBLIC KEY-----

    """

  @Test func `keys in PEM are read and written as published`() throws {
    let privateKey = try Ed25519PrivateKey(pem: Array(Self.publishedPrivateKey.utf8))
    let publicKey = try Ed25519PublicKey(pem: Array(Self.publishedPublicKey.utf8))
    #expect(try privateKey.publicKey() == publicKey)
    #expect(publicKey.pem == Self.publishedPublicKey)
    let windows = Self.publishedPublicKey.split(separator: "\n").joined(separator: "\r\n")
    #expect(try Ed25519PublicKey(pem: Array("a comment\r\n\(windows)".utf8)) == publicKey)
  }

  @Test(arguments: [
    ("", "it holds no '-----BEGIN PUBLIC KEY-----'"),
    (publishedPrivateKey, "it holds PRIVATE KEY, expected PUBLIC KEY; write its public half"),
    ("-----BEGIN RSA PUBLIC KEY-----\n", "it holds another kind of key"),
    ("-----BEGIN PUBLIC KEY-----\nMCow\n", "it ends before '-----END PUBLIC KEY-----'"),
    ("-----BEGIN PUBLIC KEY-----\nM*==\n-----END PUBLIC KEY-----", "what stands between"),
    ("-----BEGIN PUBLIC KEY-----\nMCow\n-----END PUBLIC KEY-----", "it is not a key for Ed25519"),
    (String(repeating: "x", count: 70_000), "it has 70000 bytes, more than any key"),
  ])
  func `another text is said to be what it is`(text: String, start: String) {
    let error = #expect(throws: KeyError.self) { _ = try Ed25519PublicKey(pem: Array(text.utf8)) }
    #expect(error?.description.hasPrefix(start) == true, "\(error?.description ?? "")")
  }

  @Test func `an encrypted private key is told how to be used`() {
    let text = "-----BEGIN ENCRYPTED PRIVATE KEY-----\nMCow\n-----END ENCRYPTED PRIVATE KEY-----"
    let error = #expect(throws: KeyError.self) { _ = try Ed25519PrivateKey(pem: Array(text.utf8)) }
    #expect(error?.description.contains("take its passphrase off") == true)
  }
}

@Suite struct Base64Tests {
  // RFC 4648, section 10.
  @Test(arguments: [
    ("", ""), ("f", "Zg=="), ("fo", "Zm8="), ("foo", "Zm9v"), ("foob", "Zm9vYg=="),
    ("fooba", "Zm9vYmE="), ("foobar", "Zm9vYmFy"),
  ])
  func `the published texts come out and go back`(plain: String, encoded: String) {
    #expect(Base64.encode(Array(plain.utf8)) == encoded)
    #expect(Base64.decode(encoded.utf8) == Array(plain.utf8))
  }

  @Test(arguments: [
    "Z", "Zg", "Zg=", "Zg===", "Zh==", "Zm9=", "Z===", "=", "Zg==Zg==", "Zm 9", "Zm9_",
  ])
  func `only one text spells some bytes`(text: String) {
    #expect(Base64.decode(text.utf8) == nil)
  }

  @Test func `every byte goes there and back`() {
    let bytes = (0...255).map { UInt8($0) }
    #expect(Base64.decode(Base64.encode(bytes).utf8) == bytes)
  }
}
