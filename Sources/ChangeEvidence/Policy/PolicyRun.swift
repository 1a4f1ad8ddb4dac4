import IntakeModel

/// Judges what lies between two commits of a repository by a policy.
package struct PolicyRun: Sendable {
  package var repository: GitRepository
  /// The policy; `nil` for the repository's own.
  package var policy: EvidencePolicy?

  package init(_ repository: GitRepository, policy: EvidencePolicy? = nil) {
    self.repository = repository
    self.policy = policy
  }

  /// What came of it.
  package struct Outcome: Sendable {
    package let base: ObjectName
    package let head: ObjectName
    /// Where the policy comes from.
    package let source: Source
    package let verdict: PolicyVerdict
  }

  /// Where a policy comes from.
  package enum Source: String, Sendable {
    /// The caller gave it.
    case given
    /// The repository's file, as it is at the base: a change is not judged by what it says itself.
    case base
    /// The base has no file, and one that the change brings is for those after it.
    case standard
  }

  /// Judges the changes that `head` has and `base` has not.
  ///
  /// - Throws: ``EvidenceError``; `DocumentError` for a policy that cannot be read; `CancellationError`.
  package func run(base: String, head: String) async throws -> Outcome {
    let headName = try await repository.commit(head)
    let baseName = try await repository.mergeBase(repository.commit(base), headName)
    let (policy, source) = try await policy(base: baseName, head: headName)
    var files: [ChangedFile] = []
    for path in try await repository.changedPaths(from: baseName, to: headName) {
      var file = ChangedFile(path, before: nil, after: nil)
      // The code itself is not looked at: that it changed says enough.
      let isRead = [.entitlements, .matrix, .results, .device].contains { policy.has(path, in: $0) }
      if isRead {
        file.before = try await repository.content(of: path, in: baseName)
        file.after = try await repository.content(of: path, in: headName)
      }
      files.append(file)
    }
    var contracts: [[UInt8]] = []
    for path in try await repository.paths(in: headName) where policy.has(path, in: .contract) {
      if let content = try await repository.content(of: path, in: headName) {
        contracts.append(content)
      }
    }
    var old: [EvidencePolicy.Part: [[UInt8]]] = [:]
    // Only of what the change brings something: each file is a call of git.
    let brought = [EvidencePolicy.Part.matrix, .results, .device].filter { part in
      files.contains { $0.after != nil && policy.has($0.path, in: part) }
    }
    for path in brought.isEmpty ? [] : try await repository.paths(in: baseName) {
      for part in brought where policy.has(path, in: part) {
        if let content = try await repository.content(of: path, in: baseName) {
          old[part, default: []].append(content)
        }
      }
    }
    return Outcome(
      base: baseName, head: headName, source: source,
      verdict: policy.verdict(on: files, contracts: contracts, old: old))
  }

  private func policy(
    base: ObjectName, head: ObjectName
  ) async throws -> (EvidencePolicy, Source) {
    if let policy { return (policy, .given) }
    // One that the change brings judges those after it, and has to be readable by then.
    if let bytes = try await repository.content(of: EvidencePolicy.fileName, in: head) {
      _ = try Self.read(bytes)
    }
    if let bytes = try await repository.content(of: EvidencePolicy.fileName, in: base) {
      return (try Self.read(bytes), .base)
    }
    return (.standard, .standard)
  }

  private static func read(_ bytes: [UInt8]) throws(DocumentError) -> EvidencePolicy {
    do throws(DocumentError) {
      return try EvidencePolicy(reading: bytes)
    } catch {
      throw DocumentError("\(EvidencePolicy.fileName): \(error.message)", at: error.place)
    }
  }
}
