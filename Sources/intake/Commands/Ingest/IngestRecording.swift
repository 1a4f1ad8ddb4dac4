import AttachmentIntake
import IntakeModel
import ShareContract
import Synchronization

/// The record of one call of `intake ingest`, on its way to the end of a file.
final class IngestRecording {
  private let file: RecordAppending
  private let arguments: ParsedArguments
  private let row: ChosenRow?
  private let box = Box()

  private final class Box: Sendable {
    let record = Mutex<ShareRecord?>(nil)
  }

  /// Opens the file, and makes it if there is none.
  ///
  /// - Parameters:
  ///   - arguments: What the command line says of the record.
  ///   - row: The row that the call is made for; it agrees with the arguments.
  init(to path: FilePathArgument, _ arguments: ParsedArguments, _ row: ChosenRow?) throws {
    self.arguments = arguments
    self.row = row
    file = try RecordAppending(path)
  }

  /// What the pipeline is asked for.
  var request: ShareRecording {
    let box = box
    var request = ShareRecording { record in box.record.withLock { $0 = record } }
    request.origin = .automated
    request.row = row?.reference
    request.source = row?.row.source ?? arguments[IngestOptions.source]
    request.content = row?.row.content ?? arguments[IngestOptions.content]
    request.system = arguments[IngestOptions.system].map { ShareRecord.System(name: $0) }
    request.build = arguments[IngestOptions.build]
    return request
  }

  /// Adds the record, if the call came to one. That this fails is reported, and changes nothing of the call.
  func finish(_ messages: Messages) {
    guard let record = box.record.withLock({ $0 }) else { return }
    do {
      try file.append(record.jsonLine)
    } catch {
      messages.report("The record was not written: \(error)")
    }
  }
}
