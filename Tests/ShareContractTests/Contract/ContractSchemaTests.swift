import Foundation
import JSONSyntax
import ShareContract
import Testing

/// The schema, held against the reader, and tried with a validator that is not ours.
struct ContractSchemaTests {
  private typealias Samples = ContractSamples

  private static func schema() throws -> JSONNode {
    try JSONReader(.strict).read(Array(InputContract.schema.utf8))
  }

  private static func keys(_ path: String...) throws -> [String]? {
    var node = try schema()
    for name in path {
      node = try #require(node[name])
    }
    return node["properties"]?.members?.map(\.name)
  }

  @Test func `the schema knows the members that the reader knows, in the same order`() throws {
    #expect(try Self.keys() == ContractKeys.document)
    #expect(try Self.keys("$defs", "accepted") == ContractKeys.accepted)
    #expect(try Self.keys("$defs", "refused") == ContractKeys.refused)
    #expect(try Self.keys("$defs", "limits") == ContractKeys.limits)
    #expect(try Self.keys("$defs", "validation") == ContractKeys.validation)
    #expect(try Self.keys("$defs", "validationLimits") == ContractKeys.validationLimits)
    #expect(try Self.keys("$defs", "row") == ContractKeys.row)
    #expect(try Self.keys("$defs", "expectation") == ContractKeys.expectation)
  }

  @Test func `each member has a description, its own or that of its definition`() throws {
    let schema = try Self.schema()
    func check(_ node: JSONNode) throws {
      for member in node["properties"]?.members ?? [] {
        let reference = member.value["$ref"]?.string?.split(separator: "/").last.map(String.init)
        let definition = reference.flatMap { schema["$defs"]?[$0] }
        // A constant, a list of texts and a text say what they are by their names.
        let isPlain = ["type", "message", "tests"].contains(member.name)
        #expect(
          member.value["description"] != nil || definition?["description"] != nil || isPlain,
          "\(member.name)")
      }
    }
    try check(schema)
    for definition in schema["$defs"]?.members ?? [] { try check(definition.value) }
  }

  /// Whether Python has the validator; see `.ci/install`.
  static let hasValidator = (try? python("import jsonschema", input: "").status) == 0

  /// Runs a script, and gives its status and what it prints.
  private static func python(
    _ script: String, input: String
  ) throws -> (status: Int32, output: String) {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = ["python3", "-c", script]
    let inward = Pipe()
    let outward = Pipe()
    process.standardInput = inward
    process.standardOutput = outward
    process.standardError = FileHandle.nullDevice
    try process.run()
    // Less than a pipe holds, so that writing does not wait for a script that does not read.
    try? inward.fileHandleForWriting.write(contentsOf: Data(input.utf8))
    try inward.fileHandleForWriting.close()
    let output = try outward.fileHandleForReading.readToEnd() ?? Data()
    process.waitUntilExit()
    return (process.terminationStatus, String(decoding: output, as: UTF8.self))
  }

  /// Whether the validator accepts each of some contracts, which are strict JSON.
  private static func validate(_ contracts: [String]) throws -> [Bool] {
    let script = """
      import json, sys, jsonschema
      lines = sys.stdin.read().split("\\0")
      schema = json.loads(lines[0])
      jsonschema.Draft202012Validator.check_schema(schema)
      validator = jsonschema.Draft202012Validator(schema)
      print("".join("1" if validator.is_valid(json.loads(text)) else "0" for text in lines[1:]))
      """
    let result = try python(
      script, input: ([InputContract.schema] + contracts).joined(separator: "\0"))
    #expect(result.status == 0)
    return result.output.compactMap { "01".contains($0) ? $0 == "1" : nil }
  }

  @Test(.enabled(if: hasValidator))
  func `the schema accepts contracts that are read`() throws {
    let full = try InputContract(reading: Array(Samples.full.utf8)).jsonText
    var contracts = [
      full, Samples.contract(), Samples.contract(accept: #"["com.acme.x",{"type":"dyn.age8u"}]"#),
    ]
    for size in ["\"1\"", "1", "\"64K\"", "\"1.5 GB\"", "\" 10 bytes \"", "\"3 KiB\"", "\"2b\""] {
      contracts.append(Samples.contract("\"limits\":{\"fileSize\":\(size)}"))
    }
    for duration in ["60s", "5m", "1h30m", "250ms", "90", "2d1ms"] {
      contracts.append(Samples.contract("\"limits\":{\"loadTimeout\":\"\(duration)\"}"))
    }
    for validation in [
      "{}", #"{"refuse":[]}"#, #"{"refuse":["not-validated","locked"]}"#, #"{"scan":"required"}"#,
      #"{"limits":{"time":"5s","ratio":1,"decodedSize":1}}"#,
    ] {
      contracts.append(Samples.contract("\"validation\":\(validation)"))
    }
    for contract in contracts { #expect(Samples.document(contract).contract != nil, "\(contract)") }
    let answers = try Self.validate(contracts)
    #expect(answers == contracts.map { _ in true })
  }

  @Test(.enabled(if: hasValidator))
  func `the schema refuses what the reader refuses`() throws {
    let contracts =
      [
        "[]", "{}", #"{"version":2,"name":"x","accept":["public.jpeg"]}"#,
        #"{"version":1,"accept":["public.jpeg"]}"#, #"{"version":1,"name":"x"}"#,
        Samples.contract(accept: "[]"), Samples.contract(accept: "[1]"),
        Samples.contract(accept: #"["a/b"]"#), Samples.contract(accept: #"[{"load":["file"]}]"#),
        Samples.contract(accept: #"[{"type":"public.jpeg","load":["files"]}]"#),
        Samples.contract(accept: #"[{"type":"public.jpeg","load":[]}]"#),
        Samples.contract(accept: #"[{"type":"public.jpeg","load":["file","file"]}]"#),
        Samples.contract(#""other":1"#), Samples.contract(#""directories":"tar""#),
        Samples.contract(#""batch":true"#), Samples.contract(#""refuse":[{"message":"x"}]"#),
        Samples.contract(#""limits":{"count":0}"#), Samples.contract(#""limits":{"sizes":1}"#),
        Samples.contract(#""limits":{"fileSize":"fifty"}"#),
        Samples.contract(#""limits":{"fileSize":0}"#),
        Samples.contract(#""limits":{"fileSize":"5 XB"}"#),
        Samples.contract(#""limits":{"loadTimeout":60}"#),
        Samples.contract(#""limits":{"loadTimeout":"a minute"}"#),
        Samples.contract(#""validation":true"#),
        Samples.contract(#""validation":{"validator":"/usr/bin/x"}"#),
        Samples.contract(#""validation":{"refuse":"locked"}"#),
        Samples.contract(#""validation":{"refuse":["invalid"]}"#),
        Samples.contract(#""validation":{"refuse":["locked","locked"]}"#),
        Samples.contract(#""validation":{"scan":"clamdscan"}"#),
        Samples.contract(#""validation":{"scan":true}"#),
        Samples.contract(#""validation":{"limits":{"objects":0}}"#),
        Samples.contract(#""validation":{"limits":{"time":5}}"#),
        Samples.contract(#""validation":{"limits":{"pages":5}}"#),
      ]
      + [
        Samples.row("A"), Samples.row(declares: "[]"), Samples.row(expect: "{}"),
        Samples.row(expect: #"{"result":"store"}"#), Samples.row(content: "a/b"),
        Samples.row(members: #""items":[[["public.jpeg"]]]"#),
        Samples.row(members: #""appears":"yes""#), Samples.row(members: #""tests":[""]"#),
        #"{"id":"a","source":"Photos","content":"c","expect":{"result":"stored"}}"#,
      ].map { Samples.contract(rows: [$0]) }
    for contract in contracts { #expect(Samples.document(contract).contract == nil, "\(contract)") }
    let answers = try Self.validate(contracts)
    #expect(answers == contracts.map { _ in false })
  }
}
