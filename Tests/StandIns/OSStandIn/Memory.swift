import Synchronization

// The name is Apple's.
// swift-format-ignore: AlwaysUseLowerCamelCase
public func os_proc_available_memory() -> Int { ProcessMemory.available }

/// What this process may still take, for a test to say. Not of Apple.
public enum ProcessMemory {
  private static let bytes = Atomic(0)
  public static var available: Int {
    get { bytes.load(ordering: .relaxed) }
    set { bytes.store(newValue, ordering: .relaxed) }
  }
}
