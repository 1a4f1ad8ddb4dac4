import ShareContract

enum ContractSamples {
  /// Every member of a contract, as a person writes them.
  static let full = """
    // What the extension takes.
    {
      "$schema": "share-contract.schema.json",
      version: 1,
      "name": "Meadow Share",
      "accept": [
        "public.heic",
        {"type": "public.image", "load": ["file", "data"], "maximumSize": "50 MiB"},
        'com.adobe.pdf', // also from Safari
      ],
      "refuse": [{"type": "public.svg-image", "message": "Share a PNG of it."}, "public.camera-raw-image"],
      "directories": "zip",
      "limits": {
        "fileSize": "100 MiB", "batchSize": "1.5 GiB", "count": 20,
        "containerSize": 8589934592, "containerCount": 500, "loadTimeout": "1m30s",
      },
      "validation": {
        "refuse": ["repairable", "locked"], "scan": "preferred",
        "limits": {
          "contentSize": "256 MiB", "decodedSize": 1073741824, "frames": 100, "objects": 1000000,
          "entries": 500, "expandedSize": "2 GiB", "ratio": 50, "time": "5s",
        },
      },
      "batch": "all-or-nothing",
      "rows": [
        {
          "id": "photos-still", "source": "Photos", "content": "still photo",
          "declares": ["public.jpeg", "public.heic"],
          "expect": {"result": "stored", "representation": "public.heic", "load": "file",
            "content": "public.heic"},
          "appears": true, "tests": ["MeadowTests.Sharing/still()"], "device": true,
        },
        {
          "id": "safari-pdf", "source": "Safari", "content": "PDF page",
          "items": [[["com.adobe.pdf"]], [["public.url"]]],
          "expect": [{"result": "stored"}, {"result": "no-accepted-type"}],
          "tests": ["MeadowTests.Sharing/page()"],
        },
        {
          "id": "store-cards", "source": "App Store", "content": "App card",
          "attachments": [["public.svg-image"], ["public.url"]],
          "expect": [{"result": "type-refused"}, {"result": "no-accepted-type"}],
        },
      ],
    }
    """

  /// A contract with these members besides the ones that each has.
  static func contract(
    accept: String = #"["public.jpeg","public.heic"]"#, _ members: String = "", rows: [String] = []
  ) -> String {
    let rows = rows.isEmpty ? "" : #","rows":[\#(rows.joined(separator: ",\n"))]"#
    let members = members.isEmpty ? "" : ",\n" + members
    return #"{"version":1,"name":"x","accept":\#(accept)\#(members)\#(rows)}"#
  }

  static func row(
    _ id: String = "a", declares: String = #"["public.jpeg"]"#,
    expect: String = #"{"result":"stored"}"#, content: String? = nil,
    members: String = #""tests":["M.S/t()"]"#
  ) -> String {
    #"{"id":"\#(id)","source":"Photos","content":"\#(content ?? id)","declares":\#(declares),"#
      + #""expect":\#(expect)\#(members.isEmpty ? "" : ",")\#(members)}"#
  }

  static func document(_ text: String) -> ContractDocument {
    ContractDocument(reading: Array(text.utf8))
  }

  static func problems(_ text: String) -> [String] { document(text).problems.map(\.description) }
}
