import ChangeEvidence
import IntakeModel

/// The options and operands of `intake evidence`.
enum EvidenceOptions {
  static let archive = Operand<FilePathArgument?>.required(
    "FILE", .path("an evidence archive", example: "evidence.zip"),
    help: "An evidence archive, zip or tar.zst.")

  static let member = Operand<String?>.optional(
    "MEMBER", .text("the name of a member", example: "results/results.json"),
    help: "Write this member instead of the summary.")

  static let older = Operand<FilePathArgument?>.required(
    "OLD", .path("an evidence archive", example: "main.zip"), help: "The evidence to compare with.")

  static let newer = Operand<FilePathArgument?>.required(
    "NEW", .path("an evidence archive", example: "change.zip"), help: "The evidence to look at.")

  static let repository = Option<FilePathArgument?>.value(
    "repository", "DIR", .path("a folder", example: "."), otherwise: "the working folder",
    help: "A folder in the git repository of the change.")

  static let output = Option<FilePathArgument?>.value(
    "output", short: "o", "FILE", .path("a file", example: "evidence.zip"),
    otherwise: "evidence.zip or evidence.tar.zst",
    help: "The archive to write, whole or not at all.")

  static let force = Option<Bool>.flag("force", help: "Replace a file of that name.")

  static let format = Option<EvidenceFormat>.value(
    "format", short: "f", "FORMAT", .choice(), default: .zip,
    help: "'zip' opens everywhere; 'tar.zst' is smaller with many logs. The members are the same.")

  static let contract = Option<FilePathArgument?>.value(
    "contract", short: "c", "FILE", .path("a contract", example: "contract.json"),
    help: "The contract; the type matrix is made from it.")

  static let records = Option<[FilePathArgument]>.list(
    "records", short: "r", "FILE", .path("a file of records", example: "device.jsonl"),
    help: "Recorded shares, one on each line.")

  static let results = Option<[FilePathArgument]>.list(
    "results", "PATH", .path("test results", example: "results"),
    help:
      "The folder that 'intake gate --results' made, or a report: events of Swift Testing, xUnit XML, or JSON "
      + "of xcresulttool.")

  static let deviceLogs = Option<[FilePathArgument]>.list(
    "device-log", "FILE", .path("a device log", example: "device.ndjson"),
    help:
      "A log of a device: what 'log show --style ndjson' prints, lines of syslog, or records of shares. Of it "
      + "only what is on a list goes in.")

  static let subsystems = Option<[String]>.list(
    "subsystem", "NAME", .text("a subsystem", example: "com.example.app.share"),
    help: "A subsystem of the app, whose lines of device logs are kept.")

  static let privateWords = Option<[String]>.list(
    "private-word", "WORD", .text("a word of at least three letters", example: "Miller"),
    help: "A word that no member may hold, such as a name.")

  static let figures = Option<[FilePathArgument]>.list(
    "figures", "FILE", .path("a file of figures", example: "figures.json"),
    help:
      "Figures to draw: JSON as 'intake help evidence export' shows it.")

  static let tools = Option<[String]>.list(
    "tool", "NAME=VERSION", .text("a name and a version", example: "swift=6.3.1"),
    help: "A tool that made the change or its results.")

  static let signingKey = Option<FilePathArgument?>.value(
    "sign", "KEY", .path("a key", example: "signing.pem"),
    help:
      "Sign with this key, as 'openssl genpkey -algorithm ed25519' writes it. Nobody but its owner may be "
      + "able to read it.")

  static let budget = Option<ByteCount>.value(
    "budget", "SIZE", .size, default: EvidenceLimits.collectorBudget,
    help: "The most of each source; more is cut, and that is said.")

  static let timeLimit = Option<Duration>.value(
    "timeout", "TIME", .duration, default: EvidenceLimits.collectorTime,
    help: "How long each source may take; then the export goes on without it, and says so.")

  static let change = Option<String?>.value(
    "change", "REV", .text("a revision", example: "HEAD"),
    help: "The commit that it must be about, as git names it.")

  static let keys = Option<[FilePathArgument]>.list(
    "key", "PUB", .path("a public key", example: "signing.pub"),
    help:
      "A key that may have signed it, as 'openssl pkey -pubout' writes it."
  )

  static let requireSigned = Option<Bool>.flag(
    "require-signed", help: "Refuse an archive that none of the given keys has signed.")
}

extension FilePathArgument {
  /// The path as text.
  ///
  /// - Throws: ``UsageError`` for one that is not UTF-8.
  func text(_ command: String) throws(UsageError) -> String {
    guard let text = String(validating: bytes, as: UTF8.self) else {
      throw UsageError("'\(display)' is not UTF-8, as paths of evidence are.", command: command)
    }
    return text
  }
}
