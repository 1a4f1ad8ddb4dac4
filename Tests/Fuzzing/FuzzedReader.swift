import UniformTypes

/// A reader of documents from outside that is fed anything.
///
/// Each must end soon, in bounded memory, with a value or an error, whatever the bytes. Where what was read can be
/// written, writing it and reading that must give the same.
enum FuzzedReader: String, CaseIterable {
  case propertyList = "property-list"
  case predicate
  case infoPlist = "info-plist"
  case contract
  case record
  case xunit
  case eventStream = "event-stream"
  case xcresult
  case unifiedLog = "unified-log"
  case syslog
  case privacy
  case archive
  case manifest
  case digests

  func read(_ bytes: [UInt8]) {
    switch self {
    case .propertyList: _ = try? PropertyListValue(reading: bytes)
    case .predicate: readPredicate(String(decoding: bytes, as: UTF8.self))
    case .infoPlist: readInfoPlist(bytes)
    case .contract: readContract(bytes)
    case .record: readRecords(bytes)
    case .xunit: readXUnit(bytes)
    case .eventStream: readEventStream(bytes)
    case .xcresult: readXCResult(bytes)
    case .unifiedLog: readUnifiedLog(bytes)
    case .syslog: readSyslog(bytes)
    case .privacy: checkPrivacy(bytes)
    case .archive: readArchive(bytes)
    case .manifest: readManifest(bytes)
    case .digests: digestTwo(bytes)
    }
  }
}
