package import IntakeModel

/// What evidence is about: a commit, and what lay in the working tree beside it.
package struct Change: Sendable, Hashable {
  package var commit: ObjectName
  package var tree: ObjectName
  /// In the order of the commit; none for the first commit, several for a merge.
  package var parents: [ObjectName]
  /// The branch that is checked out; `nil` where none is, as on many runners.
  package var branch: String?
  /// The committer's time, in seconds since the start of 1970.
  package var time: Int64
  /// What the working tree has that the commit has not; `nil` where they are the same.
  package var difference: Difference?
  /// The digest of the contract's file.
  package var contractDigest: ContentDigest?

  /// What a working tree has that its commit has not.
  package struct Difference: Sendable, Hashable {
    /// The number of files that are changed, new or gone.
    package var fileCount: Int
    /// The SHA-256 of what ``WorkingTree`` says of them.
    package var digest: ContentDigest

    package init(fileCount: Int, digest: ContentDigest) {
      self.fileCount = fileCount
      self.digest = digest
    }
  }

  package init(
    commit: ObjectName, tree: ObjectName, parents: [ObjectName] = [], branch: String? = nil,
    time: Int64, difference: Difference? = nil, contractDigest: ContentDigest? = nil
  ) {
    self.commit = commit
    self.tree = tree
    self.parents = parents
    self.branch = branch
    self.time = time
    self.difference = difference
    self.contractDigest = contractDigest
  }

  /// Whether the working tree was that of the commit.
  package var isClean: Bool { difference == nil }
}
