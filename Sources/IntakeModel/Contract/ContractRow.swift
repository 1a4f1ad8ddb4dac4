public import UniformTypes

/// What is promised for one kind of share of one source.
public struct ContractRow: Sendable, Hashable {
  /// Names the row within its contract: lowercase letters, digits and hyphens.
  public var id: String
  /// The source application, such as `Photos`.
  public var source: RecordLabel
  /// What is shared, such as `still photo`.
  public var content: RecordLabel
  /// What the source declares.
  public var items: [SharedItem]
  /// What the host gets: one for each attachment, in the order in which they are declared.
  public var expectations: [Expectation]
  /// Whether the extension appears for such a share.
  public var appears: Bool
  /// The tests that cover the row, as the runner names them: `Module.Suite/test()`.
  public var tests: [String]
  /// Whether only a record from a device fills its cell.
  public var requiresDevice: Bool

  /// - Parameter appears: `nil` for what follows from the expectations, see ``appearsByDefault(_:)``.
  public init(
    id: String, source: RecordLabel, content: RecordLabel, items: [SharedItem],
    expectations: [Expectation], appears: Bool? = nil, tests: [String] = [],
    requiresDevice: Bool = false
  ) {
    self.id = id
    self.source = source
    self.content = content
    self.items = items
    self.expectations = expectations
    self.appears = appears ?? Self.appearsByDefault(expectations)
    self.tests = tests
    self.requiresDevice = requiresDevice
  }

  /// Whether anything of the share is taken, so that the row says what is supported, and not what is refused.
  public var isSupported: Bool { expectations.contains { $0.result == .stored } }

  /// Whether the extension should appear, where the contract does not say: it should, unless selection
  /// refuses all that is declared.
  public static func appearsByDefault(_ expectations: [Expectation]) -> Bool {
    expectations.contains { expectation in
      switch expectation.result {
      case .stored: true
      case .refused(let code): ![.noAcceptedType, .typeRefused, .sourceIsDirectory].contains(code)
      }
    }
  }
}

/// One item of a share as its source declares it: an extension item with its attachments.
public struct SharedItem: Sendable, Hashable {
  /// For each attachment the declared types, in the source's order.
  public var attachments: [[TypeIdentifier]]

  /// Makes an item; `attachments` holds the declared types of each, in the source's order.
  public init(attachments: [[TypeIdentifier]]) { self.attachments = attachments }
}

/// What should become of one attachment.
public struct Expectation: Sendable, Hashable {
  /// Whether it should be stored, or why refused.
  public var result: ExpectedResult
  /// The declared type of the representation that should be chosen; `nil` where any will do.
  public var representation: TypeIdentifier?
  /// How it should be delivered; `nil` where any way will do.
  public var delivery: Representation.Delivery?
  /// The type that the content should turn out to be; `nil` where any will do.
  public var contentType: TypeIdentifier?

  /// Makes an expectation; what is `nil` is not held against what happens.
  public init(
    _ result: ExpectedResult, representation: TypeIdentifier? = nil,
    delivery: Representation.Delivery? = nil, contentType: TypeIdentifier? = nil
  ) {
    self.result = result
    self.representation = representation
    self.delivery = delivery
    self.contentType = contentType
  }
}

/// What the host should get.
public enum ExpectedResult: Sendable, Hashable {
  /// A copy that it can read.
  case stored
  /// Nothing, for this reason.
  case refused(IntakeError.Code)
}
