import AttachmentIntake

/// Takes and reads what is in an inbox, until there is nothing left.
enum TakeWorker {
  static func run(_ arguments: WorkerArguments) async throws {
    let path = try arguments.text("container")
    try await SharedContainer.withContainer(at: path, create: false) { container in
      let inbox = Inbox(container)
      var taken = 0
      while try await inbox.withNext({ reader in
        while try await reader.next() != nil {}
        return true
      }) != nil {
        taken += 1
      }
      Worker.tell("taken", Double(taken))
    }
  }
}
