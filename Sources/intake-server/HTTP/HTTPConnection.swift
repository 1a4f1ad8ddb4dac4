#if ExampleServer
  import CMicroHTTPD
  import IntakeModel

  /// One connection of libmicrohttpd, while a request is under way on it.
  ///
  /// `@unchecked Sendable`: ``resume()`` alone is called from other threads, which the library allows, and only
  /// while the connection is paused, so that it is still there.
  struct HTTPConnection: Connection, @unchecked Sendable {
    private let connection: OpaquePointer

    init(_ connection: OpaquePointer) { self.connection = connection }

    func pause() { MHD_suspend_connection(connection) }

    func resume() { MHD_resume_connection(connection) }

    /// Answers the request.
    func queue(_ answer: Answer) -> MHD_Result {
      let response = answer.body.withUnsafeBytes { body in
        MHD_create_response_from_buffer(
          body.count, UnsafeMutableRawPointer(mutating: body.baseAddress), cmicrohttpd_copy)
      }
      guard let response else { return cmicrohttpd_no }
      defer { MHD_destroy_response(response) }
      let headers = [Answer.Header(name: "Content-Type", value: answer.contentType)]
      for header in headers + answer.headers {
        MHD_add_response_header(response, header.name, header.value)
      }
      return MHD_queue_response(connection, UInt32(answer.status), response)
    }

    // MARK: The head

    func head(method: String, path: String) -> RequestHead {
      var head = RequestHead(method: method, path: path)
      head.contentType = header("Content-Type")
      // The library refuses what is no number. A size beyond any is beyond every limit.
      head.contentLength = header("Content-Length").map { text in
        ByteCount(bytes: Int64(text) ?? .max)
      }
      head.expectsContinue = header("Expect")?.lowercased() == "100-continue"
      head.origin = header("Origin")
      head.host = header("Host")
      head.name = argument("name") ?? header("Attachment-Name")
      head.token = argument("progress")
      head.policy = argument("policy")
      return head
    }

    private func header(_ name: String) -> String? { value(name, cmicrohttpd_header) }

    private func argument(_ name: String) -> String? { value(name, cmicrohttpd_argument) }

    private func value(_ name: String, _ kind: MHD_ValueKind) -> String? {
      MHD_lookup_connection_value(connection, kind, name).map { String(cString: $0) }
    }
  }
#endif
