public import Foundation

/// `NSExtensionContext`, as far as it is used: a test's subclass sees what it is told.
open class NSExtensionContext: NSObject {
  open var inputItems: [Any] { [] }
  open func completeRequest(returningItems items: [Any]?, completionHandler: ((Bool) -> Void)?) {}
  open func cancelRequest(withError error: any Error) {}
}

open class NSExtensionItem: NSObject {
  open var attachments: [NSItemProvider]?
}
