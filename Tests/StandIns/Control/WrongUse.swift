// The control of .ci/check-adapters: each marked line uses API that does not exist, and has to be an error. Where none
// is, the check sees nothing. In the same condition as the sources, so that it would pass as they would.
#if canImport(Darwin) || APPLE_STAND_INS
  import Foundation
  import UniformTypeIdentifiers
  import os

  func wrongUses(
    _ provider: NSItemProvider, _ coordinator: NSFileCoordinator, _ context: NSExtensionContext,
    _ url: URL
  ) throws {
    provider.loadFileRepresentation(forType: "public.jpeg") { _, _ in }  // wrong
    provider.loadInPlaceFileRepresentation(forTypeIdentifier: "") { (_: URL?) in }  // wrong
    coordinator.coordinate(readingItemAt: url, options: []) { _ in }  // wrong
    context.completeRequest(returning: [])  // wrong
    _ = url.beginAccessingSecurityScopedResource()  // wrong
    _ = try url.bookmarkData(options: .securityScope)  // wrong
    _ = FileManager.default.containerURL(forAppGroup: "group.org.example")  // wrong
    ProcessInfo.processInfo.performExpiringActivity(reason: "wrong") { _ in }  // wrong
    _ = UTType(name: "public.jpeg")  // wrong
    _ = os_proc_free_memory()  // wrong
  }
#endif
