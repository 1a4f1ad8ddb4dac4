import Glibc

/// A real file system of a chosen size, in memory; unmounted when this goes away.
final class SmallDisk: Sendable {
  private let folder: TemporaryFolder

  /// Where it is mounted.
  var path: String { folder.path }

  /// - Parameter options: Options of tmpfs, such as `size=1m`.
  init(_ options: String) throws {
    folder = try TemporaryFolder()
    guard run("mount", "-t", "tmpfs", "-o", options, "tmpfs", folder.path) else {
      throw TestFault("mount of tmpfs with \(options)")
    }
  }

  deinit { _ = run("umount", "--lazy", folder.path) }

  func makeReadOnly() throws {
    guard run("mount", "-o", "remount,ro", folder.path) else { throw TestFault("remount") }
  }

  func callAsFunction(_ name: String) -> String { "\(path)/\(name)" }

  /// Whether this process may mount.
  static let isPossible: Bool = (try? SmallDisk("size=64k")) != nil
}
