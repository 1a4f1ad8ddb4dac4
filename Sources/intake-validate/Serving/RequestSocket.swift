import CConfinement
import IntakeModel

#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// The socket to the client: takes requests with their documents, gives lines.
struct RequestSocket {
  let descriptor: Int32

  /// A request, and the document that came with it.
  struct Received: ~Copyable {
    let request: ValidationRequest
    let document: Int32

    deinit { close(document) }
  }

  /// What the client may not do.
  struct Malformed: Error {}

  /// The next request; `nil` once the client has closed its end.
  func next() throws(Malformed) -> Received? {
    var line: [UInt8] = []
    var document: Int32 = -1
    var buffer = [UInt8](repeating: 0, count: ValidationLine.maximumLength)
    while line.last != UInt8(ascii: "\n") {
      var came: Int32 = -1
      let count = cconfinement_receive(descriptor, &buffer, buffer.count, &came)
      if came >= 0 {
        if document >= 0 { close(document) }
        document = came
      }
      if count < 0, errno == EINTR { continue }
      if count == 0, line.isEmpty, document < 0 { return nil }
      guard count > 0, line.count + count <= ValidationLine.maximumLength else { throw Malformed() }
      line += buffer[..<count]
    }
    guard document >= 0,
      let request = ValidationRequest(line: String(decoding: line.dropLast(), as: UTF8.self))
    else { throw Malformed() }
    return Received(request: request, document: document)
  }

  /// - Returns: Whether all was written.
  func send(_ line: String) -> Bool {
    let bytes = Array((line + "\n").utf8)
    var done = 0
    while done < bytes.count {
      let count = bytes[done...].withUnsafeBytes { rest in
        write(descriptor, rest.baseAddress, rest.count)
      }
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { return false }
      done += count
    }
    return true
  }
}
