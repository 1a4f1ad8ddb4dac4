/// What the connections of the server may hold.
package struct HTTPLimits: Sendable, Hashable {
  /// The most connections at once; more wait in the kernel's queue.
  package var connections = 256
  /// The most bytes of the chunk of a body that waits to be pulled. 64 KiB by default: each costs its reader a
  /// continuation of some 40 microseconds, and each connection may hold two, one of them being written.
  package var chunkSize = 64 << 10
  /// The most bytes of a body that are read and dropped once the answer is known. 16 MiB by default.
  package var discardLimit = 16 << 20
  /// The time after which a silent connection is ended, in whole seconds.
  package var idleSeconds: UInt32 = 60

  package init() {}

  /// What the library may hold for one connection: head and answer, and bytes that were read and not yet taken.
  package var readBufferSize: Int { chunkSize + (32 << 10) }

  /// The most bytes that all connections hold together, beside the pipeline's own budget.
  package var memory: Int { connections * (2 * chunkSize + readBufferSize) }
}
