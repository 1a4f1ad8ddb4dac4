package import IntakeModel
import Synchronization
package import SystemCalls

#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// A program that runs beside this one, and is reached by a socket alone.
///
/// It inherits the socket and nothing else: no descriptor, no environment, and as standard streams `/dev/null`. It
/// leads a process group of its own, so that a signal from the terminal is not its business. It ends with this
/// object at the latest, and leaves no zombie.
package final class ConnectedProcess: Sendable {
  /// The number of the process.
  package let processID: Int32
  private let socket: LineSocket
  private let state: Mutex<State>

  private struct State {
    /// From then on the number may be that of another process.
    var ending: ProcessEnding?
  }

  /// The number that the socket has in the program.
  package static let socketNumber: Int32 = 3

  /// Starts the program at `path`.
  ///
  /// - Parameters:
  ///   - arguments: Without the program's own name.
  ///   - environment: All variables that it gets, as `NAME=value`.
  /// - Throws: ``Errno``, also where there is no such program.
  package init(_ path: LocalPath, arguments: [String], environment: [String]) throws(Errno) {
    let pair = try LineSocket.pair()
    processID = try Self.start(path, arguments, environment, socket: pair.other.number)
    socket = pair.own
    state = Mutex(State())
  }

  private static func start(
    _ path: LocalPath, _ arguments: [String], _ environment: [String], socket: Int32
  ) throws(Errno) -> Int32 {
    let started = path.withCString { path in
      Result { () throws(ProcessSpawn.Failure) in
        try ProcessSpawn.start(
          path, isPath: true, arguments: arguments, environment: environment,
          inheriting: [(own: socket, number: socketNumber)])
      }
    }
    switch started {
    case .success(let process): return process
    case .failure(let failure): throw Errno(failure.number, from: failure.call)
    case nil: throw Errno(ENOENT, from: "posix_spawn")
    }
  }

  deinit { _ = end() }

  /// Sends one line, and a descriptor that the process gets a copy of. Does not wait.
  ///
  /// - Throws: ``Errno``; `EPIPE` where the process has ended.
  package func send(_ line: String, passing descriptor: Int32) throws(Errno) {
    try socket.send(line, passing: descriptor)
  }

  /// Waits for the next line, which has at most `limit` bytes with its end.
  package func receive(
    limit: Int, within time: Duration
  ) throws(Errno) -> LineSocket.Received { try socket.receive(limit: limit, within: time) }

  /// Kills the process; what waits for a line of it goes on. May be called at any time, by any thread.
  package func kill() {
    state.withLock { state in
      if state.ending == nil { _ = systemKill(processID, SIGKILL) }
    }
  }

  /// Kills the process if it still runs, and waits for its end.
  ///
  /// Blocks until the system has taken it down, which takes milliseconds.
  ///
  /// - Returns: How it ended: a process that had begun to end by itself is not made to end otherwise.
  @discardableResult
  package func end() -> ProcessEnding {
    state.withLock { state in
      if let ending = state.ending { return ending }
      _ = systemKill(processID, SIGKILL)
      let ending = ProcessSpawn.wait(for: processID)
      state.ending = ending
      return ending
    }
  }
}

private func systemKill(_ processID: Int32, _ signal: Int32) -> Int32 { kill(processID, signal) }
