public import IntakeModel

/// Reads test results in XML as JUnit's writers, and most other runners, write them: SwiftPM for XCTest, Swift
/// Testing, Surefire, pytest, Gradle, CTest.
///
/// Messages, output and properties are not read.
public struct XUnitFile: Sendable {
  /// The folder of the package, so that places are told from there; an absolute path, and never part of what is
  /// read.
  public var packageFolder: String?

  /// The most bytes of the name of a test.
  public static let maximumNameLength = 4_096

  /// Makes a reader. Without a folder, a place with an absolute path is left out.
  public init(packageFolder: String? = nil) { self.packageFolder = packageFolder }

  /// Reads a whole file.
  ///
  /// A file that ends before its root is closed gives a report that is not complete: so does one that announces
  /// more tests than it has.
  ///
  /// - Throws: `DocumentError` with the place for what is no such file, and for XML that is not well-formed.
  /// - Complexity: O(*n*) in the number of bytes.
  public func read(_ bytes: [UInt8]) throws(DocumentError) -> TestReport {
    var reading = XUnitReading(packageFolder: packageFolder)
    var reader: XMLReader
    do throws(XMLError) {
      reader = try XMLReader(bytes)
    } catch {
      throw DocumentError(error, in: bytes)
    }
    do throws(XMLError) {
      while true {
        switch try reader.next() {
        case .open(let element):
          if let problem = reading.open(element) { throw .malformed(problem, at: element.offset) }
        case .close: reading.close()
        case .end: return reading.report(isComplete: true)
        }
      }
    } catch .cut {
      // Nothing at all is no report of a run that was cut, and says nothing either.
      return reading.report(isComplete: false)
    } catch {
      throw DocumentError(error, in: bytes)
    }
  }
}

extension DocumentError {
  init(_ error: XMLError, in bytes: [UInt8]) {
    let (message, offset) =
      switch error {
      case .cut(let offset): ("the text ends before its root element does", offset)
      case .malformed(let message, let offset): (message, offset)
      }
    let (line, column) = XMLReader.place(at: offset, in: bytes)
    self.init(message, at: .line(line, column: column))
  }
}
