import IntakeModel
import ShareContract

/// A git repository, asked by running `git`.
///
/// `git` sees a clean environment: the search path, the home folder (which says whose repositories are trusted), and
/// nothing that would make it look elsewhere or speak another language.
package struct GitRepository: Sendable {
  /// A folder in the working tree.
  let folder: String
  private let environment: [String: String]

  /// - Parameters:
  ///   - folder: A folder in the working tree.
  ///   - environment: Of this process; `PATH`, `HOME` and `XDG_CONFIG_HOME` are taken from it.
  package init(_ folder: String, environment: [String: String]) {
    self.folder = folder
    var values = environment.filter { ["PATH", "HOME", "XDG_CONFIG_HOME"].contains($0.key) }
    values["LC_ALL"] = "C"
    values["TZ"] = "UTC"
    values["GIT_OPTIONAL_LOCKS"] = "0"
    values["GIT_TERMINAL_PROMPT"] = "0"
    // A replaced object would be shown under the name of another.
    values["GIT_NO_REPLACE_OBJECTS"] = "1"
    self.environment = values
  }

  /// The name of the commit that `revision` means.
  ///
  /// - Throws: ``EvidenceError``, `CancellationError`.
  package func commit(_ revision: String) async throws -> ObjectName {
    let run = try await git([
      "rev-parse", "--verify", "--quiet", "--end-of-options", revision + "^{commit}",
    ])
    let text = String(decoding: run.output, as: UTF8.self).prefix { !$0.isNewline }
    guard run.ending.isSuccess, let name = ObjectName(text) else {
      throw failure(run)
        ?? EvidenceError(
          "\(Quotation.of(revision)) is no commit of the repository in \(Quotation.of(folder)); "
            + "a shallow clone lacks older ones ('git fetch --unshallow' brings them)")
    }
    return name
  }

  /// What a commit is.
  ///
  /// - Throws: ``EvidenceError``, `CancellationError`.
  package func change(_ revision: String = "HEAD") async throws -> Change {
    let name = try await commit(revision)
    let object = try await git(["cat-file", "commit", name.description])
    guard object.ending.isSuccess else { throw failure(object) ?? unreadable(name) }
    guard let change = Change(commit: name, object: object.output) else { throw unreadable(name) }
    return change
  }

  /// What is checked out: the commit, its branch, and what the working tree has besides.
  ///
  /// - Parameter excluded: The path of a file that is no part of the change, such as the archive itself.
  /// - Throws: ``EvidenceError``, `CancellationError`.
  package func checkedOut(excluding excluded: String? = nil) async throws -> Change {
    var change = try await change()
    let branch = try await git(["symbolic-ref", "--quiet", "--short", "HEAD"])
    if branch.ending.isSuccess {
      let text = String(decoding: branch.output, as: UTF8.self).prefix { !$0.isNewline }
      change.branch = text.isEmpty ? nil : String(text)
    }
    let root = try await git(["rev-parse", "--show-toplevel"])
    guard root.ending.isSuccess else {
      throw failure(root)
        ?? EvidenceError(
          "the repository in \(Quotation.of(folder)) has no working tree")
    }
    let status = try await git([
      "status", "--porcelain=v1", "-z", "--untracked-files=all", "--no-renames",
      "--ignore-submodules=none",
    ])
    guard status.ending.isSuccess, !status.isCut else {
      throw failure(status)
        ?? EvidenceError(
          "the working tree differs from its commit by too many files; commit or clean up")
    }
    let listing = try await git(["ls-files", "-v", "-z", "--full-name", ":/"])
    guard listing.ending.isSuccess, !listing.isCut else {
      throw failure(listing)
        ?? EvidenceError("the commit has more files than are looked at; the list is above 32 MiB")
    }
    change.difference = try WorkingTree(
      root: Array(root.output.prefix { $0 != UInt8(ascii: "\n") }), excluded: excluded
    ).difference(status: status.output, listing: listing.output)
    return change
  }

  /// The version of `git`, such as `2.39.5`.
  package func version() async throws -> String? {
    let run = try await git(["--version"])
    let words = String(decoding: run.output, as: UTF8.self).split(whereSeparator: \.isWhitespace)
    return run.ending.isSuccess && words.count > 2 ? String(words[2]) : nil
  }

  func git(_ arguments: [String]) async throws -> ChildProgram.Captured {
    let program = ChildProgram(
      "git",
      ["-C", folder, "-c", "core.fsmonitor=false", "-c", "core.quotePath=false", "--no-pager"]
        + arguments, environment: environment)
    do {
      return try await program.capture(limit: .mebibytes(32))
    } catch let error as ChildProgramError {
      throw EvidenceError("\(error); evidence needs git to tell which commit it is about")
    }
  }

  /// What git says of the repository itself; `nil` where it says nothing.
  func failure(_ run: ChildProgram.Captured) -> EvidenceError? {
    if run.ending.isTimedOut { return EvidenceError("git did not end in time") }
    let text = String(decoding: run.error, as: UTF8.self).split(whereSeparator: \.isNewline).first
    return text.map {
      EvidenceError("git in \(Quotation.of(folder)): \(Quotation.escaped(String($0)))")
    }
  }

  private func unreadable(_ name: ObjectName) -> EvidenceError {
    EvidenceError("the commit \(name) cannot be read")
  }
}

extension Change {
  /// Reads a commit as git keeps it: lines of a header, an empty line, and the message, which is not read.
  init?(commit: ObjectName, object: [UInt8]) {
    var tree: ObjectName?
    var parents: [ObjectName] = []
    var time: Int64?
    for line in object.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false) {
      if line.isEmpty { break }
      let text = String(decoding: line, as: UTF8.self)
      let words = text.split(separator: " ", maxSplits: 1)
      guard words.count == 2 else { continue }
      switch words[0] {
      case "tree": tree = tree ?? ObjectName(words[1])
      case "parent": if let name = ObjectName(words[1]) { parents.append(name) }
      // Such as `committer Name <address> 1700000000 +0100`; the name is not kept.
      case "committer":
        time = time ?? text.split(separator: " ").dropLast().last.flatMap { Int64($0) }
      default: break
      }
    }
    guard let tree, let time else { return nil }
    self.init(commit: commit, tree: tree, parents: parents, time: time)
  }
}
