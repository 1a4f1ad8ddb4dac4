public import IntakeModel
public import UniformTypes

/// What the Info.plist of an extension says about its rule, its types and itself.
///
/// Also reads a file that holds the rule alone: a property list of its dictionary, or the text of
/// its predicate.
public struct ExtensionPropertyList: Sendable {
  /// The activation rule; `nil` for an Info.plist without one.
  public let rule: ActivationRule?
  /// `CFBundleIdentifier`, which in a project may be a variable such as
  /// `$(PRODUCT_BUNDLE_IDENTIFIER)`.
  public let bundleIdentifier: String?
  /// `CFBundleDisplayName`, else `CFBundleName`.
  public let name: String?
  /// `NSExtensionPointIdentifier`, such as `com.apple.share-services`.
  public let extensionPoint: String?
  /// `NSExtensionPrincipalClass`, else `NSExtensionMainStoryboard`: where the extension begins.
  public let entryPoint: String?
  /// The types that the app exports and imports.
  public let declaredTypes: [UniformType]

  /// The rule as it stands in the file.
  let source: RuleSource?

  /// What is meant as a rule where ``rule`` is `nil`.
  package let misplacedRule: MisplacedRule?

  /// Whether the file has keys of entitlements instead of those of an Info.plist.
  package let looksLikeEntitlements: Bool

  /// The most bytes that are read.
  public static var maximumSize: Int { PropertyListValue.maximumSize }

  /// The built-in types and those that the app declares.
  ///
  /// - Complexity: O(*n*) in the number of declared types, times their ancestors.
  public var registry: TypeRegistry { TypeRegistry.standard.adding(declaredTypes) }

  /// Reads an Info.plist, a property list of a rule, or the text of a predicate.
  ///
  /// The first bytes tell which: those of a binary property list, `<` for XML, anything else for a
  /// predicate in UTF-8. Of a dictionary that has keys of a rule and no `NSExtension` it is the rule.
  /// Values of a rule that have the wrong type are no error here; ``RuleLint`` finds them.
  ///
  /// - Throws: `DocumentError`, with line and column in XML and in texts, and with the byte in the
  ///   binary form: for what is none of these, for a rule that is neither a text nor a dictionary,
  ///   and for a predicate that cannot be read.
  /// - Complexity: O(*n*) in the number of bytes, of which at most ``maximumSize`` are read.
  public init(reading bytes: [UInt8]) throws(DocumentError) {
    guard Self.isPropertyList(bytes) else {
      let source = RuleSource(bytes: bytes, form: .text)
      self.init(try Self.predicate(in: bytes), source, in: nil, declaring: [], misplaced: nil)
      return
    }
    let root: PropertyListNode
    do throws(PropertyListError) {
      root = try PropertyListNode(reading: bytes)
    } catch {
      throw error.documentError(in: bytes)
    }
    guard root.members != nil || root.string != nil else {
      throw DocumentError(
        "the property list is \(root.kind) where a dictionary or the text of a predicate belongs",
        at: RuleSource.place(ofByte: root.offset, in: bytes))
    }
    let source = try Self.source(in: root, bytes)
    let rule = try source.map(Self.rule)
    let types: [UniformType]
    do throws(PropertyListError) {
      types = root.members == nil ? [] : try TypeDeclarations.types(in: root.value)
    } catch {
      throw error.documentError(in: bytes, root: root)
    }
    let misplaced = source == nil ? Self.misplacedRule(in: root, bytes) : nil
    self.init(rule, source, in: root, declaring: types, misplaced: misplaced)
  }

  /// What is said of entitlements where the Info.plist belongs; `nil` for what is not taken for them.
  package var entitlementsError: DocumentError? {
    looksLikeEntitlements
      ? DocumentError("this looks like entitlements, where the Info.plist of the extension belongs")
      : nil
  }

  private init(
    _ rule: ActivationRule?, _ source: RuleSource?, in root: PropertyListNode?,
    declaring types: [UniformType], misplaced: MisplacedRule?
  ) {
    misplacedRule = misplaced
    self.rule = rule
    self.source = source
    declaredTypes = types
    looksLikeEntitlements = root?.looksLikeEntitlements ?? false
    bundleIdentifier = root?["CFBundleIdentifier"]?.string
    name = root?["CFBundleDisplayName"]?.string ?? root?["CFBundleName"]?.string
    let point = root?["NSExtension"]
    extensionPoint = point?["NSExtensionPointIdentifier"]?.string
    entryPoint =
      point?["NSExtensionPrincipalClass"]?.string ?? point?["NSExtensionMainStoryboard"]?.string
  }
}
