package import IntakeModel
import ShareContract

/// A document that a command needs cannot be read, or is no such document.
package struct InputDocumentError: Error, Sendable, Hashable {
  /// The document, with the place in it, and what is wrong.
  package let description: String
  /// What is wrong with the content; `nil` where there is none to read.
  package let content: DocumentError?

  /// - Parameters:
  ///   - name: The document's name, escaped.
  ///   - reason: What is wrong, such as "cannot be opened: …".
  package init(_ name: String, _ reason: String) {
    description = "'\(name)' \(reason)"
    content = nil
  }

  /// An error in the content of `document`, such as `contract.json: line 3, column 7: …`.
  package init(_ document: InputDocument, _ error: DocumentError) {
    description = "\(document.name): \(error)\(Self.advice(document, error))"
    content = error
  }

  /// Where a document belongs that was given in place of another.
  private static func advice(_ document: InputDocument, _ error: DocumentError) -> String {
    guard error.message.hasPrefix("this looks like "), let kind = DocumentKind(of: document.bytes)
    else { return "" }
    return switch kind {
    case .contract: "; give it with '--contract'"
    case .records: "; records are given to 'intake matrix' with '--records'"
    case .testEvents: "; it is given to 'intake matrix' with '--results'"
    case .matrix: "; it is a result, and read by no command"
    case .propertyList: "; 'intake contract init' starts a contract from one"
    case .entitlements: "; 'intake diagnose' and 'intake check' take them with '--entitlements'"
    }
  }
}

extension InputDocumentError: CustomStringConvertible {}
