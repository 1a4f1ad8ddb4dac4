import IntakeModel
import ShareContract

extension GitRepository {
  /// The newest commit that both come from.
  ///
  /// - Throws: ``EvidenceError``, `CancellationError`.
  package func mergeBase(_ left: ObjectName, _ right: ObjectName) async throws -> ObjectName {
    let run = try await git(["merge-base", left.description, right.description])
    let text = String(decoding: run.output, as: UTF8.self).prefix { !$0.isNewline }
    guard run.ending.isSuccess, let name = ObjectName(text) else {
      throw failure(run)
        ?? EvidenceError(
          "\(left.abbreviated) and \(right.abbreviated) have no common commit; a shallow clone lacks older ones "
            + "('git fetch --unshallow' brings them)")
    }
    return name
  }

  /// The paths of the files that differ between two commits, in byte order.
  ///
  /// A file that moved is gone at one path and new at another.
  ///
  /// - Throws: ``EvidenceError``, also for a path that is not UTF-8; `CancellationError`.
  package func changedPaths(from base: ObjectName, to head: ObjectName) async throws -> [String] {
    try await paths([
      "diff-tree", "-r", "-z", "--no-renames", "--name-only", "--no-ext-diff", "--no-textconv",
      base.description, head.description,
    ])
  }

  /// The paths of all files of a commit, in byte order.
  ///
  /// - Throws: As ``changedPaths(from:to:)``.
  package func paths(in commit: ObjectName) async throws -> [String] {
    try await paths(["ls-tree", "-r", "-z", "--full-tree", "--name-only", commit.description])
  }

  private func paths(_ arguments: [String]) async throws -> [String] {
    let run = try await git(arguments)
    guard run.ending.isSuccess else {
      throw failure(run) ?? EvidenceError("git does not list the files of a commit")
    }
    guard !run.isCut else {
      throw EvidenceError("the commit has more files than are looked at; the list is above 32 MiB")
    }
    return try run.output.split(separator: 0).map { bytes in
      guard let path = String(validating: bytes, as: UTF8.self) else {
        throw EvidenceError("the path \(Quotation.of(Array(bytes))) is not UTF-8")
      }
      return path
    }.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
  }

  /// The content of a file in a commit.
  ///
  /// - Returns: `nil` where there is no file at the path.
  /// - Throws: ``EvidenceError``, also for one above 32 MiB; `CancellationError`.
  package func content(of path: String, in commit: ObjectName) async throws -> [UInt8]? {
    let object = "\(commit):\(path)"
    let kind = try await git(["cat-file", "-t", object])
    guard kind.ending.isSuccess, kind.output.starts(with: "blob".utf8) else { return nil }
    let run = try await git(["cat-file", "blob", object])
    guard run.ending.isSuccess else {
      throw failure(run) ?? EvidenceError("the file \(Quotation.of(path)) cannot be read")
    }
    guard !run.isCut else {
      throw EvidenceError("the file \(Quotation.of(path)) is larger than 32 MiB")
    }
    return run.output
  }
}
