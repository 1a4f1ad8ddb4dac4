import ShareContract

/// How many tests a suite announces, or has.
struct XUnitCounts {
  /// Zero where nothing is announced.
  var tests = 0
  var failed = 0
  var skipped = 0

  /// An announcement that is no number.
  struct Problem: Error { let message: String }

  init(tests: Int = 0, failed: Int = 0, skipped: Int = 0) {
    self.tests = tests
    self.failed = failed
    self.skipped = skipped
  }

  /// What a suite, or the root, says of itself.
  ///
  /// - Throws: For what is no number: it says something, and nobody knows what.
  init(announcedBy element: XMLElement) throws(Problem) {
    func count(_ name: String) throws(Problem) -> Int {
      guard let text = element[name] else { return 0 }
      // Some tools write a comma between thousands.
      guard let number = Int(text.filter { $0 != "," }), (0...1_000_000_000).contains(number) else {
        throw Problem(
          message: "expected a number of tests for '\(name)' of '\(element.name)', found "
            + Quotation.of(text))
      }
      return number
    }
    tests = try count("tests")
    // A test may be counted as both, or as one of them.
    failed = try max(count("failures"), count("errors"))
    skipped = try max(count("skipped"), count("disabled"))
  }

  func adding(_ other: XUnitCounts) -> XUnitCounts {
    XUnitCounts(
      tests: tests + other.tests, failed: failed + other.failed, skipped: skipped + other.skipped)
  }
}
