import IntakeTesting
import JSONSyntax
import ShareContract
import Testing

struct ContractTextTests {
  private typealias Samples = ContractSamples

  private static func contract() throws -> InputContract {
    try InputContract(reading: Array(Samples.full.utf8))
  }

  @Test func `the text of a contract is strict JSON, and gives the same contract`() throws {
    let contract = try Self.contract()
    _ = try JSONReader(.strict).read(Array(contract.jsonText.utf8))
    #expect(try InputContract(reading: Array(contract.jsonText.utf8)) == contract)
  }

  @Test func `the text is written as a person would`() throws {
    let text = """
      {
        "$schema": "share-contract.schema.json",
        "version": 1,
        "name": "Meadow Share",
        "accept": [
          "public.heic",
          {"type": "public.image", "load": ["file", "data"], "maximumSize": "50 MiB"},
          "com.adobe.pdf"
        ],
        "refuse": [
          {"type": "public.svg-image", "message": "Share a PNG of it."},
          "public.camera-raw-image"
        ],
        "directories": "zip",
        "limits": {
          "fileSize": "100 MiB",
          "batchSize": "1536 MiB",
          "count": 20,
          "containerSize": "8 GiB",
          "containerCount": 500,
          "loadTimeout": "1m30s"
        },
        "validation": {
          "refuse": ["locked", "repairable"],
          "limits": {
            "contentSize": "256 MiB",
            "decodedSize": "1 GiB",
            "frames": 100,
            "objects": 1000000,
            "entries": 500,
            "expandedSize": "2 GiB",
            "ratio": 50,
            "time": "5s"
          },
          "scan": "preferred"
        },
        "batch": "all-or-nothing",
        "rows": [
          {
            "id": "photos-still",
            "source": "Photos",
            "content": "still photo",
            "declares": ["public.jpeg", "public.heic"],
            "expect": {"result": "stored", "representation": "public.heic", "load": "file", "content": "public.heic"},
            "tests": [
              "MeadowTests.Sharing/still()"
            ],
            "device": true
          },
          {
            "id": "safari-pdf",
            "source": "Safari",
            "content": "PDF page",
            "items": [
              [["com.adobe.pdf"]],
              [["public.url"]]
            ],
            "expect": [
              {"result": "stored"},
              {"result": "no-accepted-type"}
            ],
            "tests": [
              "MeadowTests.Sharing/page()"
            ]
          },
          {
            "id": "store-cards",
            "source": "App Store",
            "content": "App card",
            "attachments": [
              ["public.svg-image"],
              ["public.url"]
            ],
            "expect": [
              {"result": "type-refused"},
              {"result": "no-accepted-type"}
            ],
            "tests": []
          }
        ]
      }

      """
    #expect(try Self.contract().jsonText == text)
  }

  @Test(arguments: 0..<50)
  func `a contract made at chance comes back from its text`(_ seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let contract = random.contract()
    let document = ContractDocument(reading: Array(contract.jsonText.utf8))
    #expect(document.problems.filter { $0.severity == .error } == [])
    #expect(document.contract == contract)
    #expect(try document.contract?.digest == contract.digest)
  }

  @Test func `the digest tells contracts apart, and not their layout`() throws {
    var contract = try Self.contract()
    let digest = try contract.digest
    #expect(digest.utf8.count == 64)
    #expect(try InputContract(reading: Array(contract.jsonText.utf8)).digest == digest)
    contract.limits.count = 21
    let counted = try contract.digest
    #expect(counted != digest)
    contract.validation?.refusedDoubts.remove(.locked)
    #expect(try contract.digest != counted)
  }

  @Test func `the revision of a row changes with the row, and with nothing else`() throws {
    var contract = try Self.contract()
    let revisions = try contract.rows.map { row throws in try row.revision }
    #expect(Set(revisions).count == 3)
    #expect(revisions.allSatisfy { $0.utf8.count == 16 })
    // Of the text that version 1 writes; a different one would make every observation stale.
    #expect(revisions[2] == "58360d21d8f91c7a")
    contract.name = "Other"
    #expect(try contract.rows.map { row throws in try row.revision } == revisions)
    let original = contract.rows[0]
    let changes: [(inout ContractRow) -> Void] = [
      { $0.id = "b" }, { $0.source = "Files" }, { $0.content = "c" },
      { $0.items[0].attachments[0].reverse() }, { $0.items.append($0.items[0]) },
      { $0.expectations[0].result = .refused(.loadFailed) },
      { $0.expectations[0].representation = nil }, { $0.expectations[0].delivery = nil },
      { $0.expectations[0].contentType = nil }, { $0.appears = false }, { $0.tests = [] },
      { $0.requiresDevice = false },
    ]
    for change in changes {
      var row = original
      change(&row)
      #expect(try row.revision != revisions[0])
    }
  }

  @Test(arguments: [
    (ByteCount(bytes: 1), "1 byte"), (.bytes(1000), "1000 bytes"), (.kibibytes(1), "1 KiB"),
    (.mebibytes(1536), "1536 MiB"), (ByteCount(bytes: .max), "9223372036854775807 bytes"),
  ])
  func `sizes are written with the largest unit that is exact`(_ size: ByteCount, _ text: String)
    throws
  {
    var contract = try Self.contract()
    contract.limits.containerSize = size
    #expect(contract.jsonText.contains("\"containerSize\": \"\(text)\""))
    #expect(ByteCount(text) == size)
  }
}
