/// One share as it went, without its content (P10): types, sizes, durations and error categories, and no
/// names, paths, text or bytes.
public struct ShareRecord: Sendable, Hashable {
  /// Names the share; the lines of several processes about one share bear the same.
  public var id: ShareID
  /// When it was recorded, in milliseconds since 1970.
  public var recordedAt: Int64?
  /// How it came about.
  public var origin: Origin
  /// The row of the contract that it was made for, where it was.
  public var row: RowReference?
  /// The source application.
  public var source: RecordLabel?
  /// What was shared, in the words of the contract.
  public var content: RecordLabel?
  /// The system and device that it happened on; `nil` where that is not known.
  public var system: System?
  /// The build of the app that took the share.
  public var build: RecordLabel?
  /// What only a person can see.
  public var seen: Set<Sight>
  /// The extension items, in the order of the share.
  public var items: [Item]
  /// How many attachments of a large share were left out of the record.
  public var omitted: Int

  /// Makes a record; what is left out is not known. `recordedAt` is in milliseconds since 1970.
  public init(
    id: ShareID, recordedAt: Int64? = nil, origin: Origin, row: RowReference? = nil,
    source: RecordLabel? = nil, content: RecordLabel? = nil, system: System? = nil,
    build: RecordLabel? = nil, seen: Set<Sight> = [], items: [Item] = [], omitted: Int = 0
  ) {
    self.id = id
    self.recordedAt = recordedAt
    self.origin = origin
    self.row = row
    self.source = source
    self.content = content
    self.system = system
    self.build = build
    self.seen = seen
    self.items = items
    self.omitted = omitted
  }

  /// All attachments, over all items.
  public var attachments: [AttachmentRecord] { items.flatMap(\.attachments) }

  /// What was declared, as activation rules and rows have it.
  public var declaredItems: [SharedItem] {
    items.map { item in
      SharedItem(attachments: item.attachments.map { $0.representations.map(\.type) })
    }
  }

  /// How a record came about.
  public enum Origin: String, Sendable, CaseIterable, Hashable {
    /// The pipeline wrote it on a device.
    case device
    /// The pipeline wrote it in an automated test.
    case automated
    /// A replay of another record, or of a row of the contract.
    case synthetic
    /// A person wrote down what was to be seen.
    case manual
    /// From a public report; nobody of ours has seen it.
    case reported
  }

  /// What only a person can see.
  public enum Sight: String, Sendable, CaseIterable, Hashable {
    /// The extension was in the menu.
    case appeared
    /// The extension was not in the menu.
    case didNotAppear = "did-not-appear"
    /// The person closed the picker without choosing.
    case pickerCancelled = "picker-cancelled"
    /// The provider had to download the content first.
    case downloadedFirst = "downloaded-first"
    /// The app showed what was shared.
    case opened
    /// The app said that it cannot read it.
    case couldNotOpen = "could-not-open"
  }

  /// One extension item.
  public struct Item: Sendable, Hashable {
    /// What became of each of the item's attachments, in the source's order.
    public var attachments: [AttachmentRecord]

    /// Makes an item of these attachments, in the source's order.
    public init(attachments: [AttachmentRecord]) { self.attachments = attachments }
  }

  /// Where it happened.
  public struct System: Sendable, Hashable {
    /// The system with its version, such as `iOS 26.1`.
    public var name: RecordLabel
    /// Its build, such as `23B85`.
    public var build: RecordLabel?
    /// The kind of device, such as `iPhone17,1`.
    public var device: RecordLabel?
    /// Whether the app had just been installed for the first time.
    public var isFreshInstallation: Bool?

    /// Makes a description of where it happened; what is `nil` is not known.
    public init(
      name: RecordLabel, build: RecordLabel? = nil, device: RecordLabel? = nil,
      isFreshInstallation: Bool? = nil
    ) {
      self.name = name
      self.build = build
      self.device = device
      self.isFreshInstallation = isFreshInstallation
    }
  }
}

/// Names one share in records.
public typealias ShareID = UniqueID<ShareTag>

/// Marks identifiers of shares.
public enum ShareTag {}

/// A row of a contract as it was at some time.
public struct RowReference: Sendable, Hashable {
  /// Names the row within its contract.
  public var id: String
  /// Changes with every change of the row.
  public var revision: String

  /// Makes a reference to the row `id` as it was in `revision`.
  public init(id: String, revision: String) {
    self.id = id
    self.revision = revision
  }
}
