/// What a validator's process says once it is ready, and confined.
public struct ValidatorGreeting: Sendable, Hashable {
  /// What keeps content from doing harm through a fault of a parser.
  public struct Confinement: Sendable, Hashable {
    /// Whether the system limits its memory, processor time, files and descriptors.
    public var hasLimits: Bool
    /// Whether it can gain no rights, and the system refuses it all calls but those that parsing needs: it opens no
    /// file, starts no program, and reaches no network. Some containers do not allow this, and then only the
    /// process itself stands between a parser and its caller.
    public var filtersCalls: Bool

    /// Makes a description of what confines a process.
    public init(hasLimits: Bool, filtersCalls: Bool) {
      self.hasLimits = hasLimits
      self.filtersCalls = filtersCalls
    }
  }

  /// The kinds of content that it knows, such as `pdf` and `images`, in one order.
  public var validators: [String]
  /// What keeps content from doing harm through a fault of a parser of the process.
  public var confinement: Confinement

  package init(validators: [String], confinement: Confinement) {
    self.validators = validators
    self.confinement = confinement
  }

  /// The version of the protocol; another one is not spoken.
  private static let version = "1"

  package var line: String {
    let limits = confinement.hasLimits ? "limited" : "unlimited"
    let calls = confinement.filtersCalls ? "filtered" : "unfiltered"
    return "ready \(Self.version) \(limits) \(calls) \(validators.joined(separator: ","))"
  }

  package init?(line: String) {
    guard let words = ValidationLine.words(line, "ready"), words.count == 4,
      words[0] == Self.version[...], ["limited", "unlimited"].contains(words[1]),
      ["filtered", "unfiltered"].contains(words[2])
    else { return nil }
    let names = words[3].split(separator: ",").map(String.init)
    guard names.allSatisfy({ $0.utf8.allSatisfy { (0x61...0x7A).contains($0) || $0 == 0x2D } })
    else { return nil }
    self.init(
      validators: names,
      confinement: Confinement(
        hasLimits: words[1] == "limited", filtersCalls: words[2] == "filtered"))
  }
}
