package import Digests
package import IntakeModel
import JSONSyntax

/// A statement with a signature by Ed25519: an envelope of DSSE, version 1.
package struct SignedEnvelope: Sendable, Hashable {
  package var payload: [UInt8]
  package var payloadType: String
  package var signatures: [Signature]

  package struct Signature: Sendable, Hashable {
    /// Tells which key to try; proves nothing.
    package var keyID: String
    package var bytes: [UInt8]
  }

  package static let statementType = "application/vnd.in-toto+json"

  /// Signs `payload`. The same key and payload give the same bytes.
  ///
  /// - Throws: ``EvidenceError``.
  package init(signing payload: [UInt8], with key: Ed25519PrivateKey) throws(EvidenceError) {
    self.payload = payload
    payloadType = Self.statementType
    let publicKey: Ed25519PublicKey
    let signature: [UInt8]
    do throws(DigestError) {
      publicKey = try key.publicKey()
      signature = try key.signature(of: Self.encoding(payload, type: payloadType))
    } catch {
      throw EvidenceError("the statement cannot be signed: \(error)")
    }
    signatures = [Signature(keyID: try Self.keyID(of: publicKey), bytes: signature)]
  }

  /// Whether one of the signatures is that of `key`.
  ///
  /// - Throws: ``EvidenceError`` where that cannot be told.
  package func isSigned(by key: Ed25519PublicKey) throws(EvidenceError) -> Bool {
    let message = Self.encoding(payload, type: payloadType)
    do throws(DigestError) {
      for signature in signatures where try key.isValid(signature.bytes, of: message) {
        return true
      }
      return false
    } catch {
      throw EvidenceError("the signature cannot be checked: \(error)")
    }
  }

  /// The identifier of a key: the SHA-256 of its SubjectPublicKeyInfo, in hexadecimal digits.
  package static func keyID(of key: Ed25519PublicKey) throws(EvidenceError) -> String {
    try StreamDigest.of(key.derBytes).description
  }

  /// The bytes that are signed: DSSE's pre-authentication encoding.
  private static func encoding(_ payload: [UInt8], type: String) -> [UInt8] {
    Array("DSSEv1 \(type.utf8.count) \(type) \(payload.count) ".utf8) + payload
  }

  package var json: [UInt8] {
    JSONWriter.document { json in
      json.member("payload", Base64.encode(payload))
      json.member("payloadType", payloadType)
      json.key("signatures")
      json.array(signatures) { json, signature in
        json.object { json in
          json.member("keyid", signature.keyID)
          json.member("sig", Base64.encode(signature.bytes))
        }
      }
    }
  }

  /// Reads an envelope.
  ///
  /// - Throws: ``DocumentError`` with the place of what is wrong.
  package init(reading bytes: [UInt8]) throws(DocumentError) {
    let fields = try EvidenceFields(reading: bytes)
    payload = try fields.choice("payload", { Base64.decode($0.utf8) }, "bytes in base64")
    payloadType = try fields.text("payloadType")
    guard payloadType == Self.statementType else {
      throw fields.error("payloadType", "'\(Self.statementType)'")
    }
    signatures = []
    let found = try fields.objects("signatures")
    guard (1...16).contains(found.count) else {
      throw fields.error("signatures", "from 1 to 16 signatures")
    }
    for signature in found {
      signatures.append(
        Signature(
          keyID: try signature.optionalText("keyid") ?? "",
          bytes: try signature.choice("sig", { Base64.decode($0.utf8) }, "bytes in base64")))
    }
  }
}
