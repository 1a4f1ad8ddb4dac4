package import IntakeModel
package import UniformTypes

/// What the server is started with.
package struct ServerOptions: Sendable {
  /// The folder of the container; it has to be given.
  package var container: String?
  package var address = "127.0.0.1"
  /// 0 for a free one.
  package var port: UInt16 = 8080
  /// The accepted types; any where there are none.
  package var accepted: [TypeIdentifier] = []
  package var uploads = UploadLimits()
  package var connections = HTTPLimits()
  /// The most bytes of the container.
  package var containerSize: ByteCount?
  /// The most bytes in copy buffers.
  package var memory: ByteCount = .mebibytes(4)
  /// The longest time that nothing may come from a client.
  package var idle: Duration = .seconds(60)

  package init() {}
}

/// The command line cannot be understood.
package struct OptionError: Error, Sendable, CustomStringConvertible {
  package let description: String
}

/// What the command line asks for.
package enum ServerCommand: Sendable {
  case serve(ServerOptions)
  case help
  case version
}
