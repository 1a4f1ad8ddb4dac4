import Digests
public import IntakeModel
import JSONSyntax
import UniformTypes

extension ContractRow {
  /// Changes with every change of the row: the first 16 hexadecimal digits of the SHA-256 digest of its text.
  ///
  /// - Throws: Where the library that computes digests fails.
  public var revision: String {
    get throws(DocumentError) {
      var json = JSONWriter()
      json.object { write(&$0) }
      return String(try ContractDigest.of(json.bytes).prefix(16))
    }
  }

  func write(_ json: inout JSONWriter) {
    json.member("id", id)
    json.member("source", source.text)
    json.member("content", content.text)
    writeDeclared(&json)
    json.key("expect")
    if expectations.count == 1 {
      expectations[0].write(&json)
    } else {
      json.array(expectations) { $1.write(&$0) }
    }
    if appears != Self.appearsByDefault(expectations) { json.member("appears", appears) }
    json.key("tests")
    json.array(tests, onOneLine: tests.isEmpty) { $0.string($1) }
    if requiresDevice { json.member("device", true) }
  }

  /// The shortest of the three forms.
  private func writeDeclared(_ json: inout JSONWriter) {
    if items.count == 1, items[0].attachments.count == 1 {
      json.key("declares")
      Self.write(items[0].attachments[0], &json)
    } else if items.count == 1 {
      json.key("attachments")
      json.array(items[0].attachments) { Self.write($1, &$0) }
    } else {
      json.key("items")
      json.array(items) { json, item in
        json.array(item.attachments, onOneLine: true) { Self.write($1, &$0) }
      }
    }
  }

  private static func write(_ types: [TypeIdentifier], _ json: inout JSONWriter) {
    json.array(types, onOneLine: true) { $0.string($1.rawValue) }
  }
}

extension Expectation {
  fileprivate func write(_ json: inout JSONWriter) {
    json.object(onOneLine: true) { json in
      switch result {
      case .stored: json.member("result", ContractRow.storedName)
      case .refused(let code): json.member("result", code.name)
      }
      if let representation { json.member("representation", representation.rawValue) }
      if let delivery { json.member("load", delivery.rawValue) }
      if let contentType { json.member("content", contentType.rawValue) }
    }
  }
}

extension InputContract {
  /// The SHA-256 digest of the contract's text, as 64 hexadecimal digits. Comments and layout do not count.
  ///
  /// - Throws: Where the library that computes digests fails.
  public var digest: String {
    get throws(DocumentError) { try ContractDigest.of(canonicalBytes) }
  }
}

private enum ContractDigest {
  static func of(_ bytes: [UInt8]) throws(DocumentError) -> String {
    do throws(DigestError) {
      var hash = try SHA256()
      var failure: DigestError?
      bytes.withUnsafeBytes { buffer in
        do throws(DigestError) {
          try hash.update(buffer)
        } catch {
          failure = error
        }
      }
      if let failure { throw failure }
      return Hexadecimal.encode(try hash.finalize())
    } catch {
      throw DocumentError("the digest of the contract cannot be computed: \(error)")
    }
  }
}
