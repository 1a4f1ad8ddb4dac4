/// `intake evidence`: archives that show that a change works.
package enum EvidenceCommand {
  package static let definition = CommandDefinition(
    "evidence", abstract: "Bundle what shows that a change works, and check it",
    discussion: [
      "An evidence archive ties the type matrix, the test results and what devices recorded to one commit. "
        + "It holds a page for people, and a manifest and statements for programs. The same inputs give the "
        + "same bytes, and it holds no content that anybody shared."
    ],
    subcommands: [export, verify, show, diff, policy])
}
