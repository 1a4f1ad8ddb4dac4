public import IntakeModel

/// What of a device log may be kept (P10): an allow-list. Whatever is not on it is dropped and counted.
public struct DeviceLogRules: Sendable {
  /// Makes pseudonyms of identifiers. The same key gives the same ones, and without it they cannot be guessed: use
  /// one key for all members of one archive, and another for the next.
  public var pseudonymKey: [UInt8]
  /// The subsystems whose lines are kept where they tell a type, a stage, a size, a duration or an error, such as
  /// `com.example.app.share`. Their names are kept as well.
  public var subsystems: Set<String>
  /// The error domains that are kept besides those of the system.
  public var errorDomains: Set<String>
  /// The words of the contract, which records of shares may hold; other words get pseudonyms.
  public var vocabulary: RecordVocabulary
  /// The longest time between two lines that is no gap.
  public var gap: Duration
  /// The most bytes that are kept; after them the log is cut, and says so.
  public var maximumSize: ByteCount

  /// The most bytes of a line; longer ones are dropped whole.
  public static let maximumLineLength = 1 << 20
  /// The largest size of content that is kept, 64 GiB: digits beyond it could be anything, such as a telephone number.
  static let maximumContentSize = ByteCount.gibibytes(64)
  /// The largest number of things that is kept.
  static let maximumCount = 1_000_000

  /// Makes rules. By default no subsystem is on the list, 60 seconds without a line are no gap, and 64 MiB are kept.
  public init(
    pseudonymKey: [UInt8], subsystems: Set<String> = [], errorDomains: Set<String> = [],
    vocabulary: RecordVocabulary = RecordVocabulary(), gap: Duration = .seconds(60),
    maximumSize: ByteCount = .mebibytes(64)
  ) {
    self.pseudonymKey = pseudonymKey
    self.subsystems = subsystems
    self.errorDomains = errorDomains
    self.vocabulary = vocabulary
    self.gap = gap
    self.maximumSize = maximumSize
  }

  /// The error domains of the system that concern shared content.
  static let systemErrorDomains: Set<String> = [
    "NSCocoaErrorDomain", "NSItemProviderErrorDomain", "NSPOSIXErrorDomain", "NSURLErrorDomain",
    "NSOSStatusErrorDomain", "NSMachErrorDomain", "CloudPhotoLibraryErrorDomain",
    "PHPhotosErrorDomain", "BRCloudDocsErrorDomain", "NSFileProviderErrorDomain",
    "NSFileProviderInternalErrorDomain", "FileProviderErrorDomain", "CKErrorDomain",
    "RBSAssertionErrorDomain", "RBSServiceErrorDomain", "AVFoundationErrorDomain",
    "NSExtensionErrorDomain", "PlugInKit", "SQLiteErrorDomain", "NSXPCConnectionErrorDomain",
  ]

  func keeps(domain: String) -> Bool {
    Self.systemErrorDomains.contains(domain) || errorDomains.contains(domain)
  }
}
