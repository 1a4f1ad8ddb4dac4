package import Digests
import ShareContract

#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// Files that hold keys.
package enum KeyFile {
  /// The most bytes of a key's file.
  private static let maximumSize = 64 << 10

  /// Reads the key that signs.
  ///
  /// - Throws: ``EvidenceError``, also where others than the owner of the file may read or write it: a key that
  ///   others know proves nothing.
  package static func privateKey(_ path: String) throws(EvidenceError) -> Ed25519PrivateKey {
    let bytes = try read(path, isSecret: true)
    do throws(KeyError) {
      return try Ed25519PrivateKey(pem: bytes)
    } catch {
      throw EvidenceError("\(Quotation.of(path)) is no key to sign with: \(error)")
    }
  }

  /// Reads the key that a signature is checked with.
  ///
  /// - Throws: ``EvidenceError``.
  package static func publicKey(_ path: String) throws(EvidenceError) -> Ed25519PublicKey {
    let bytes = try read(path, isSecret: false)
    do throws(KeyError) {
      return try Ed25519PublicKey(pem: bytes)
    } catch {
      throw EvidenceError("\(Quotation.of(path)) is no key to check with: \(error)")
    }
  }

  private static func read(_ path: String, isSecret: Bool) throws(EvidenceError) -> [UInt8] {
    let name = Quotation.of(path)
    // Without O_NONBLOCK a named pipe would hold the thread until somebody writes to it.
    let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard descriptor >= 0 else {
      throw EvidenceError("the key \(name) cannot be opened: \(SystemText.of(errno))")
    }
    defer { close(descriptor) }
    var status = stat()
    guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
      throw EvidenceError("the key \(name) is no file")
    }
    if isSecret, status.st_mode & 0o077 != 0 {
      throw EvidenceError(
        "the key \(name) can be read or written by others than its owner; 'chmod 600' it")
    }
    var bytes = [UInt8](repeating: 0, count: maximumSize + 1)
    let count = bytes.withUnsafeMutableBytes { systemRead(descriptor, $0) }
    guard count >= 0 else {
      throw EvidenceError("the key \(name) cannot be read: \(SystemText.of(errno))")
    }
    return Array(bytes.prefix(count))
  }
}

private func systemRead(_ descriptor: Int32, _ buffer: UnsafeMutableRawBufferPointer) -> Int {
  read(descriptor, buffer.baseAddress, buffer.count)
}
