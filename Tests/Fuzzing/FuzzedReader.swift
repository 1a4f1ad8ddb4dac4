import UniformTypes

/// A reader of documents from outside that is fed anything.
enum FuzzedReader: String, CaseIterable {
  case propertyList = "property-list"

  func read(_ bytes: [UInt8]) {
    switch self {
    case .propertyList: _ = try? PropertyListValue(reading: bytes)
    }
  }
}
