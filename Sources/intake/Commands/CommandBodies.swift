/// What the commands do, by the command as it is typed.
///
/// The definitions, which make parsing and help, know nothing of it. A command without a body says
/// so.
package struct CommandBodies: Sendable {
  /// Does what the arguments say, and returns how it went.
  ///
  /// Runs in a task that a signal cancels. Returns once everything it started has ended.
  ///
  /// - Throws: Anything; ``ExitStatus/init(_:)`` and ``ErrorReport`` say what becomes of it.
  package typealias Body =
    @Sendable (ParsedArguments, CommandContext) async throws -> ExitStatus

  private var bodies: [String: Body]

  package init(_ bodies: [String: Body] = [:]) { self.bodies = bodies }

  package subscript(command: String) -> Body? { bodies[command] }
}

extension CommandBodies {
  /// The bodies of this program.
  package static let all = CommandBodies([
    "intake ingest": IngestCommand.body,
    "intake inbox list": InboxCommand.listBody,
    "intake inbox open": InboxCommand.openBody,
    "intake inbox take": InboxCommand.takeBody,
    "intake inbox finish": InboxCommand.finishBody,
    "intake inbox release": InboxCommand.releaseBody,
    "intake inbox discard": InboxCommand.discardBody,
    "intake inbox sweep": InboxCommand.sweepBody,
    "intake library import": LibraryCommand.importBody,
    "intake library list": LibraryCommand.listBody,
    "intake library open": LibraryCommand.openBody,
    "intake library remove": LibraryCommand.removeBody,
    "intake library verify": LibraryCommand.verifyBody,
    "intake library recover": LibraryCommand.recoverBody,
    "intake library report": LibraryCommand.reportBody,
    "intake types show": TypesCommand.showBody,
    "intake types conforms": TypesCommand.conformsBody,
    "intake types match": TypesCommand.matchBody,
    "intake types decode": TypesCommand.decodeBody,
    "intake contract init": ContractCommand.startBody,
    "intake contract check": ContractCommand.checkBody,
    "intake contract schema": ContractCommand.schemaBody,
    "intake rule check": RuleCommand.checkBody,
    "intake rule lint": RuleCommand.lintBody,
    "intake rule explain": RuleCommand.explainBody,
    "intake record add": RecordCommand.addBody,
    "intake record list": RecordCommand.listBody,
    "intake record check": RecordCommand.checkBody,
    "intake replay": ReplayCommand.body,
    "intake matrix": MatrixCommand.body,
    "intake diagnose": DiagnoseCommand.body,
    "intake gate": GateCommand.body,
    "intake evidence export": EvidenceCommand.exportBody,
    "intake evidence verify": EvidenceCommand.verifyBody,
    "intake evidence show": EvidenceCommand.showBody,
    "intake evidence diff": EvidenceCommand.diffBody,
    "intake evidence policy": EvidenceCommand.policyBody,
    "intake check": CheckCommand.body,
    "intake completions": CompletionsCommand.body,
  ])
}
