extension DocumentLibrary {
  /// The records of the newest imports, newest first: types, steps and error codes, and no content (P10).
  ///
  /// - Throws: ``IntakeError`` where the catalog itself fails.
  public func importRecords(limit: Int = 10_000) async throws -> [ImportRecord] {
    let registry = configuration.intake.registry
    return try await catalog.imports(limit: limit).map { record in
      var record = record
      // Earlier versions have written down types that held a part of a name.
      record.type = record.type?.withoutNames(in: registry)
      return record
    }
  }

  /// Which step of an import fails for what.
  ///
  /// - Throws: ``IntakeError`` where the catalog itself fails.
  public func importMatrix(limit: Int = 10_000) async throws -> ImportMatrix {
    ImportMatrix(try await importRecords(limit: limit))
  }
}
