import ShareContract

extension ContractCommand {
  static let schema = CommandDefinition(
    "schema", abstract: "Print the JSON Schema of contracts",
    discussion: [
      "Draft 2020-12, for editors. 'init' writes it beside the contract, as "
        + "\(InputContract.schemaFileName)."
    ],
    examples: [
      ("intake contract schema > \(InputContract.schemaFileName)", "Bring it up to date")
    ])

  static let schemaBody: CommandBodies.Body = { _, context in
    try await context.output.write(InputContract.schema.utf8)
    return .success
  }
}
