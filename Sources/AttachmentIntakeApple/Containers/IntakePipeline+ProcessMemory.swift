#if canImport(Darwin) || APPLE_STAND_INS
import AttachmentIntake
import os

extension IntakePipeline.Configuration {
  /// Lowers the memory budget to what this process may still take; see ``fit(available:)``.
  ///
  /// Call it when the pipeline is made. On macOS, where a process has no limit, it changes nothing.
  public mutating func fitToProcess() {
    #if os(macOS) || APPLE_STAND_INS_MACOS
    fit(available: .zero)
    #else
    fit(available: .bytes(os_proc_available_memory()))
    #endif
  }
}
#endif
