import AttachmentIntake
import IntakeModel
import ShareContract

extension RecordCommand {
  static let add = CommandDefinition(
    "add", abstract: "Record what only a person can see",
    discussion: [
      "That the extension did not appear, that the picker was closed, that the content had to be "
        + "downloaded first, that the app opened it or could not. What the options do not say is "
        + "asked, if standard input is a terminal.",
      "The line is added to the end of the file in one write. The record has the origin 'manual'.",
    ],
    options: [
      output.declaration.required, contract.declaration, row.declaration, seen.declaration,
      source.declaration, content.declaration, ShareOptions.declares.declaration,
      ShareOptions.item.declaration, system.declaration, systemBuild.declaration,
      device.declaration, build.declaration, fresh.declaration, noInput.declaration,
    ],
    examples: [
      ("intake record add --output records.jsonl", "Answer step by step"),
      (
        "intake record add -o records.jsonl --contract contract.json --row photos",
        "Answer for a row of the contract"
      ),
      (
        "intake record add -o records.jsonl --declares public.jpeg,public.heic",
        "With what was declared"
      ),
    ],
    check: { arguments throws(UsageError) in
      if arguments[output] == nil {
        throw UsageError(
          "There is no file to add the record to.", hint: "Give it with '--output records.jsonl'.",
          command: arguments.command)
      }
      if (arguments[row] == nil) != (arguments[contract] == nil) {
        throw UsageError(
          "'--row' and '--contract' go together.",
          hint: "The row says which, and the contract what it is.", command: arguments.command)
      }
      if !arguments[ShareOptions.declares].isEmpty, !arguments[ShareOptions.item].isEmpty {
        throw UsageError(
          "What was declared is given by '--declares' or by '--item'.",
          hint: "'--item' says it of each item; leave '--declares' out.",
          command: arguments.command)
      }
      let sights = Set(arguments[seen])
      if let (one, other) = contradictions.first(where: { sights.isSuperset(of: [$0, $1]) }) {
        throw UsageError(
          "'\(one.rawValue)' and '\(other.rawValue)' cannot both be seen.",
          hint: "Make two records of two shares.", command: arguments.command)
      }
    })

  /// What cannot be seen of one share.
  static let contradictions: [(ShareRecord.Sight, ShareRecord.Sight)] = [
    (.appeared, .didNotAppear), (.didNotAppear, .opened), (.didNotAppear, .couldNotOpen),
    (.opened, .couldNotOpen), (.pickerCancelled, .opened),
  ]

  static let addBody: CommandBodies.Body = { arguments, context in
    guard let output = arguments[RecordCommand.output] else { return .usage }
    let row = try await chosenRow(arguments)
    var record = ShareRecord(
      id: ShareID(milliseconds: 0), origin: .manual, source: arguments[source],
      content: arguments[content], build: arguments[build], seen: Set(arguments[seen]))
    record.system = arguments[system].map { ShareRecord.System(name: $0) }
    record.system?.build = arguments[systemBuild]
    record.system?.device = arguments[device]
    record.system?.isFreshInstallation = arguments[fresh].map { $0 == .yes }
    let declared = ShareOptions.items(arguments)
    UnknownTypes.report(
      among: declared.flatMap { $0.attachments.joined() }, .standard, to: context.messages)
    record.items = declared.map { $0.recorded(expecting: []) }
    if let row {
      try row.check(
        source: record.source, content: record.content, command: arguments.command)
      guard declared.isEmpty || declared == row.row.items else {
        throw UsageError(
          "What is declared contradicts the row '\(row.row.id)'.",
          hint: "Leave '--declares' and '--item' out: the types are taken from the row.",
          command: arguments.command)
      }
      record.row = row.reference
      record.source = row.row.source
      record.content = row.row.content
      record.items = row.row.recordedItems
    }
    var questions = RecordQuestions(record, arguments, context)
    try questions.checkNothingIsMissing()
    // Before anything is asked, so that no answer is lost.
    let file = try RecordAppending(output)
    record = try await questions.complete()
    let now = WallClock.milliseconds()
    record.id = ShareID(milliseconds: now)
    record.recordedAt = now
    try file.append(record.jsonLine)
    context.messages.print(["Added to '\(output.display)': \(record.id)"])
    return .success
  }

  private static func chosenRow(_ arguments: ParsedArguments) async throws -> ChosenRow? {
    guard let path = arguments[contract], let id = arguments[RecordCommand.row] else { return nil }
    let document = try await InputDocument(reading: path)
    return try document.parse { bytes throws(DocumentError) in
      try ChosenRow(id, in: InputContract(reading: bytes))
    }
  }
}

extension ContractRow {
  fileprivate var recordedItems: [ShareRecord.Item] {
    var expected = expectations[...]
    return items.map { item in
      let own = expected.prefix(item.attachments.count)
      expected = expected.dropFirst(item.attachments.count)
      return item.recorded(expecting: Array(own))
    }
  }
}

extension SharedItem {
  /// The item as it is recorded. A person does not see how it is delivered: as a file, if the
  /// expectation of its attachment does not say, and links as data.
  fileprivate func recorded(expecting expectations: [Expectation]) -> ShareRecord.Item {
    var expected = expectations[...]
    return ShareRecord.Item(
      attachments: attachments.map { types in
        let expectation = expected.popFirst()
        return AttachmentRecord(
          representations: types.map { type in
            let isLink = TypeRegistry.standard.conforms(type, to: .url)
            let isExpected = expectation?.representation == type
            return RepresentationRecord(
              type,
              delivery: (isExpected ? expectation?.delivery : nil) ?? (isLink ? .data : .file))
          })
      })
  }
}
