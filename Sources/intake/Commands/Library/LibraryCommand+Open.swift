import AttachmentIntake

#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

extension LibraryCommand {
  static let open = CommandDefinition(
    "open", abstract: "Write the content of a document",
    discussion: [
      "Of a document the library's own copy, whose size and digest are checked as it is read: if they are "
        + "not those that were recorded, the exit status is 1 and a file of --output is not made. Of a "
        + "link the original, wherever it is by now."
    ],
    options: [
      ContainerOption.option.declaration, InboxOptions.outputFile.declaration,
      InboxOptions.force.declaration,
    ],
    operands: [LibraryOptions.id.declaration],
    check: { arguments throws(UsageError) in
      if arguments[InboxOptions.force] && arguments[InboxOptions.outputFile] == nil {
        throw UsageError(
          "'--force' replaces the file of '--output', which is not given.",
          hint: "For example '\(arguments.command) ID --output report.pdf --force'.",
          command: arguments.command)
      }
    })

  static let openBody: CommandBodies.Body = { arguments, context in
    try await withLibrary(arguments, context) { library in
      let id = try id(arguments)
      let output = arguments[InboxOptions.outputFile].flatMap { $0.display == "-" ? nil : $0 }
      if let link = linkID(id), try await isLink(link, in: library) {
        let replaces = arguments[InboxOptions.force]
        try await library.readOriginal(of: link) { path in
          try OriginalCopy.write(path, to: output, replacing: replaces)
        }
        return .success
      }
      let reader = try await library.open(id)
      guard let output else {
        while let chunk = try await reader.next(atMost: 64 << 10) {
          try await context.output.write(chunk)
        }
        return .success
      }
      let file = try OutputFile(output, replacing: arguments[InboxOptions.force])
      while let chunk = try await reader.next() { try file.write(chunk) }
      try file.finish()
      return .success
    }
  }

  static func isLink(_ id: LinkID, in library: DocumentLibrary) async throws -> Bool {
    do {
      _ = try await library.link(id)
      return true
    } catch let error as IntakeError where error.code == .notFound {
      return false
    }
  }
}

/// Writes the original of a link while it may be read, on the thread that reads it.
private enum OriginalCopy {
  static func write(
    _ path: LocalPath, to output: FilePathArgument?, replacing: Bool
  ) throws {
    let source = path.bytes.map(CChar.init(bitPattern:)) + [0]
    let descriptor = openForReading(source)
    guard descriptor >= 0 else {
      throw IntakeError(
        errno == ENOENT ? .sourceMissing : .sourceDenied, at: .handoff,
        "'\(path)' cannot be read: \(SystemError.text(errno))")
    }
    defer { close(descriptor) }
    guard isRegularFile(descriptor) else {
      throw IntakeError(.sourceNotRegular, at: .handoff, "'\(path)' is no regular file")
    }
    let file = try output.map { try OutputFile($0, replacing: replacing) }
    var buffer = [UInt8](repeating: 0, count: 256 << 10)
    while true {
      let count = read(descriptor, &buffer, buffer.count)
      if count < 0 {
        if errno == EINTR { continue }
        throw IntakeError(
          .readFailed, at: .handoff, "'\(path)' cannot be read: \(SystemError.text(errno))")
      }
      if count == 0 { break }
      if let file {
        try file.write(Array(buffer[..<count]))
      } else {
        try writeAll(buffer[..<count])
      }
    }
    try file?.finish()
  }

  private static func isRegularFile(_ descriptor: Int32) -> Bool {
    var status = stat()
    return fstat(descriptor, &status) == 0 && status.st_mode & S_IFMT == S_IFREG
  }

  private static func writeAll(_ bytes: ArraySlice<UInt8>) throws {
    var rest = bytes
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { systemWrite(STDOUT_FILENO, $0.baseAddress, $0.count) }
      if count < 0 {
        if errno == EINTR { continue }
        throw errno == EPIPE ? OutputError.closed : OutputError.failed(number: errno)
      }
      rest = rest.dropFirst(count)
    }
  }
}

/// `open(2)`, by a name that no member hides.
private func openForReading(_ path: [CChar]) -> Int32 {
  open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY | O_NOFOLLOW)
}

/// `write(2)`, by a name that the method does not hide.
private func systemWrite(_ descriptor: Int32, _ bytes: UnsafeRawPointer?, _ count: Int) -> Int {
  write(descriptor, bytes, count)
}
