/// What runs in a process of its own, so that the peak of its memory is that of one scenario alone, and prints
/// `figure NAME VALUE`.
enum Worker {
  static func run(_ name: String, _ arguments: [String]) async throws {
    let arguments = try WorkerArguments(arguments)
    switch name {
    case "files": try await FilesWorker.run(arguments)
    case "stream": try await StreamWorker.run(arguments)
    case "bodies": try await BodiesWorker.run(arguments)
    case "cancel": try await CancelWorker.run(arguments)
    case "take": try await TakeWorker.run(arguments)
    case "look-ups": try await LookUpsWorker.run(arguments)
    case "beside": try await FilesWorker.beside(arguments)
    default: throw BenchError("there is no worker '\(name)'")
    }
  }

  static func tell(_ name: String, _ value: Double) {
    Progress.show("figure \(name) \(value)\n")
  }

  static func seconds(since start: ContinuousClock.Instant) -> Double {
    (ContinuousClock.now - start).seconds
  }
}

extension Duration {
  var seconds: Double {
    let (seconds, attoseconds) = components
    return Double(seconds) + Double(attoseconds) / 1e18
  }
}
