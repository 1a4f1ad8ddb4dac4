internal import ContainerStorage

/// One process that opens documents, between two of them.
struct ValidatorProcess: Sendable {
  let connection: ConnectedProcess
  let greeting: ValidatorGreeting
  /// How many documents it was given.
  private(set) var documents: UInt64 = 0
  private(set) var peakMemory = ByteCount.zero

  /// The number of the next request.
  mutating func nextNumber() -> UInt64 {
    documents += 1
    return documents
  }

  mutating func note(_ reply: ValidationReply) { peakMemory = max(peakMemory, reply.peakMemory) }

  /// Whether another takes its place.
  func isUsedUp(_ configuration: ValidatorPool.Configuration) -> Bool {
    documents >= UInt64(configuration.documentsPerProcess)
      || peakMemory.bytes > configuration.memory.bytes / 2
  }
}

extension ValidatorProcess {
  /// Starts the program, without waiting for it.
  static func spawn(
    _ path: LocalPath, _ configuration: ValidatorPool.Configuration
  ) throws -> ConnectedProcess {
    let seconds = max(1, ValidatorPool.Configuration.processorTime.wholeMilliseconds / 1000)
    return try ConnectedProcess(
      path,
      arguments: [
        "--serve", "\(ConnectedProcess.socketNumber)", "\(max(1, configuration.memory.bytes))",
        "\(seconds)",
      ],
      environment: ValidatorProgram.environment())
  }

  /// Waits until it is ready.
  ///
  /// - Returns: `nil` for a process that ends, says nothing in time, or speaks of something else.
  init?(_ connection: ConnectedProcess, startTime: Duration) {
    guard
      case .line(let line)? = try? connection.receive(
        limit: ValidationLine.maximumLength, within: startTime),
      let greeting = ValidatorGreeting(line: line)
    else { return nil }
    self.connection = connection
    self.greeting = greeting
  }
}
