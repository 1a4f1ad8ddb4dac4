#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// A locale for the calls of libarchive that look at names.
///
/// A Swift process runs in the C locale. There libarchive leaves the UTF-8 flag of a zip unset, and
/// crashes on a pax name that isn't ASCII. `setlocale` would change the whole process, so only the
/// calling thread is switched, for the length of one call. When a header fills the output's buffer,
/// the caller's closure runs in that call; only the encoding (`LC_CTYPE`) is another there.
enum UTF8Locale {
  // Right as unsafe: set once, never freed, and a locale object may be used by any number of
  // threads.
  private nonisolated(unsafe) static let locale: locale_t? = {
    for name in ["C.UTF-8", "en_US.UTF-8", "UTF-8"] {
      if let locale = newlocale(LC_CTYPE_MASK, name, nil) { return locale }
    }
    return nil
  }()

  /// Runs `body` with UTF-8 as the calling thread's encoding, and puts back what was there.
  static func with<Result>(_ body: () throws -> Result) throws -> Result {
    guard let locale else {
      throw ArchiveError(
        .callFailed, call: "newlocale", text: "the system offers no locale with UTF-8")
    }
    let previous = uselocale(locale)
    defer { _ = uselocale(previous) }
    return try body()
  }
}
