#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// mount(2), where there is one.
enum Mounting {
  #if canImport(Darwin)
    static func mount(
      _ source: String, at path: String, type: String, options: String
    ) throws(SystemCallFailure) {
      throw SystemCallFailure("mount", number: ENOTSUP, subject: path)
    }

    static func remount(_ path: String, isReadOnly: Bool) throws(SystemCallFailure) {
      throw SystemCallFailure("mount", number: ENOTSUP, subject: path)
    }

    static func unmount(_ path: String) {}
  #else
    static func mount(
      _ source: String, at path: String, type: String, options: String
    ) throws(SystemCallFailure) {
      try SystemCallFailure.check("mount", path) {
        Glibc.mount(source, path, type, UInt(MS_NOSUID) | UInt(MS_NODEV), options)
      }
    }

    static func remount(_ path: String, isReadOnly: Bool) throws(SystemCallFailure) {
      let flags = UInt(MS_REMOUNT) | UInt(MS_NOSUID) | UInt(MS_NODEV)
      try SystemCallFailure.check("mount", path) {
        Glibc.mount(nil, path, nil, isReadOnly ? flags | UInt(MS_RDONLY) : flags, nil)
      }
    }

    static func unmount(_ path: String) { umount2(path, Int32(MNT_DETACH)) }
  #endif
}
