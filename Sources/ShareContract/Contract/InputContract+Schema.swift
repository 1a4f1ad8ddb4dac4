public import IntakeModel

extension InputContract {
  /// The name under which the schema lies beside contracts.
  public static let schemaFileName = "share-contract.schema.json"

  /// The JSON Schema of contracts, draft 2020-12, for editors and other programs.
  ///
  /// It says what a contract is made of; that its parts agree, ``ContractDocument`` says.
  public static let schema = """
    {
      "$schema": "https://json-schema.org/draft/2020-12/schema",
      "title": "Share contract",
      "description": "What an app takes from others, and what each source gets. Version 1.",
      "type": "object",
      "required": ["version", "name", "accept"],
      "additionalProperties": false,
      "properties": {
        "$schema": {
          "description": "Where this schema lies, for editors.",
          "type": "string"
        },
        "version": {
          "description": "The version of the file's form.",
          "const": 1
        },
        "name": {
          "description": "What it is the contract of, such as the name of a share extension.",
          "type": "string",
          "minLength": 1,
          "maxLength": 200
        },
        "accept": {
          "description": "The accepted types, the preferred first. A declared type matches one that it \
    conforms to; links and text only where one of these asks for them.",
          "type": "array",
          "minItems": 1,
          "maxItems": \(ContractReading.maximumTypes),
          "items": {
            "oneOf": [{"$ref": "#/$defs/type"}, {"$ref": "#/$defs/accepted"}]
          }
        },
        "refuse": {
          "description": "Types that are refused although a more general one is accepted.",
          "type": "array",
          "maxItems": \(ContractReading.maximumTypes),
          "items": {
            "oneOf": [{"$ref": "#/$defs/type"}, {"$ref": "#/$defs/refused"}]
          }
        },
        "directories": {
          "description": "What becomes of folders and packages: refused by default, or stored as one zip.",
          "enum": [\(names(SelectionRule.DirectoryPolicy.allCases.map(\.rawValue)))]
        },
        "limits": {"$ref": "#/$defs/limits"},
        "validation": {"$ref": "#/$defs/validation"},
        "batch": {
          "description": "Whether what succeeds is kept where something else is refused, as by default, or \
    nothing is.",
          "enum": [\(names(BatchPolicy.allCases.map(\.rawValue)))]
        },
        "rows": {
          "description": "What is promised for each kind of share of each source.",
          "type": "array",
          "maxItems": \(ContractReading.maximumRows),
          "items": {"$ref": "#/$defs/row"}
        }
      },
      "$defs": {
        "type": {
          "description": "A uniform type, such as public.jpeg.",
          "type": "string",
          "minLength": 1,
          "maxLength": 1024,
          "pattern": "^[A-Za-z0-9._\\\\-\\\\u0080-\\\\uffff]+$"
        },
        "types": {
          "description": "The types that a source declares for one attachment, in its order.",
          "type": "array",
          "minItems": 1,
          "maxItems": 64,
          "items": {"$ref": "#/$defs/type"}
        },
        "item": {
          "description": "The attachments of one item of a share.",
          "type": "array",
          "minItems": 1,
          "maxItems": 1000,
          "items": {"$ref": "#/$defs/types"}
        },
        "delivery": {
          "description": "How content comes: as a temporary file, a file in place, data in memory or a stream.",
          "enum": [\(names(Representation.Delivery.allCases.map(\.rawValue)))]
        },
        "size": {
          "description": "A size above zero: a number of bytes, or a text such as 50 MiB or 1.5 GB.",
          "oneOf": [
            {"type": "integer", "minimum": 1},
            {
              "type": "string",
              "pattern": "^ *[0-9.]+ *([kKmMgGtTpPeE]([iI]?[bB])?|[bB]([yY][tT][eE][sS]?)?)? *$"
            }
          ]
        },
        "duration": {
          "description": "A duration above zero, such as 60s, 5m, 1h30m or 250ms.",
          "type": "string",
          "pattern": "^([0-9]+|([0-9]+(d|h|m|s|ms))+)$"
        },
        "count": {
          "type": "integer",
          "minimum": 1
        },
        "label": {
          "description": "Letters, digits, spaces and . , - _ ( ) + & '",
          "type": "string",
          "minLength": 1,
          "maxLength": \(RecordLabel.maximumLength),
          "pattern": "^[^/\\\\\\\\:;@<>\\"?!*#%{}\\\\[\\\\]]+$"
        },
        "accepted": {
          "description": "An accepted type with terms of its own.",
          "type": "object",
          "required": ["type"],
          "additionalProperties": false,
          "properties": {
            "type": {"$ref": "#/$defs/type"},
            "load": {
              "description": "The ways in which it may come; all where this is left out.",
              "type": "array",
              "minItems": 1,
              "uniqueItems": true,
              "items": {"$ref": "#/$defs/delivery"}
            },
            "maximumSize": {"$ref": "#/$defs/size"}
          }
        },
        "refused": {
          "description": "A refused type, and what the person is told.",
          "type": "object",
          "required": ["type"],
          "additionalProperties": false,
          "properties": {
            "type": {"$ref": "#/$defs/type"},
            "message": {
              "type": "string",
              "minLength": 1,
              "maxLength": 500
            }
          }
        },
        "limits": {
          "description": "Caps. What is left out is as the pipeline has it by default.",
          "type": "object",
          "additionalProperties": false,
          "properties": {
            "fileSize": {
              "description": "The most bytes of one attachment.",
              "$ref": "#/$defs/size"
            },
            "batchSize": {
              "description": "The most bytes of one share.",
              "$ref": "#/$defs/size"
            },
            "count": {
              "description": "The most attachments of one share.",
              "$ref": "#/$defs/count"
            },
            "containerSize": {
              "description": "The most bytes that wait to be taken.",
              "$ref": "#/$defs/size"
            },
            "containerCount": {
              "description": "The most attachments that wait to be taken.",
              "$ref": "#/$defs/count"
            },
            "loadTimeout": {
              "description": "The longest time that a load may go without anything arriving.",
              "$ref": "#/$defs/duration"
            }
          }
        },
        "validation": {
          "description": "Has content opened before it is stored. What does not open is refused, and what crosses \
    a cap.",
          "type": "object",
          "additionalProperties": false,
          "properties": {
            "refuse": {
              "description": "What is refused besides: what opens only with a password, or only after repair, or \
    what nothing could tell anything of.",
              "type": "array",
              "uniqueItems": true,
              "items": {"enum": [\(names(ContentDoubt.allCases.map(\.rawValue)))]}
            },
            "limits": {
              "description": "What opening may cost, and what content may stand for.",
              "$ref": "#/$defs/validationLimits"
            },
            "scan": {
              "description": "Whether a scanner has to look at content too, or looks where there is one.",
              "enum": [\(names(InputContract.Validation.Scan.allCases.map(\.rawValue)))]
            }
          }
        },
        "validationLimits": {
          "description": "Caps on validation. What is left out is as the pipeline has it by default.",
          "type": "object",
          "additionalProperties": false,
          "properties": {
            "contentSize": {
              "description": "The most bytes that are read; larger content is not validated.",
              "$ref": "#/$defs/size"
            },
            "decodedSize": {
              "description": "The most bytes of a decoded image with all its frames.",
              "$ref": "#/$defs/size"
            },
            "frames": {
              "description": "The most frames of an image.",
              "$ref": "#/$defs/count"
            },
            "objects": {
              "description": "The most objects of a PDF.",
              "$ref": "#/$defs/count"
            },
            "entries": {
              "description": "The most entries of an archive.",
              "$ref": "#/$defs/count"
            },
            "expandedSize": {
              "description": "The most bytes of an archive's entries together.",
              "$ref": "#/$defs/size"
            },
            "ratio": {
              "description": "How many times larger an archive may be once it is unpacked.",
              "$ref": "#/$defs/count"
            },
            "time": {
              "description": "The longest time for one document.",
              "$ref": "#/$defs/duration"
            }
          }
        },
        "row": {
          "description": "What is promised for one kind of share of one source.",
          "type": "object",
          "required": ["id", "source", "content", "expect"],
          "oneOf": [
            {"required": ["declares"]},
            {"required": ["attachments"]},
            {"required": ["items"]}
          ],
          "additionalProperties": false,
          "properties": {
            "id": {
              "description": "Names the row, once in the file.",
              "type": "string",
              "pattern": "^[a-z0-9-]{1,64}$"
            },
            "source": {
              "description": "The application that shares, such as Photos.",
              "$ref": "#/$defs/label"
            },
            "content": {
              "description": "What is shared, such as still photo.",
              "$ref": "#/$defs/label"
            },
            "declares": {
              "description": "The declared types of a share of one attachment.",
              "$ref": "#/$defs/types"
            },
            "attachments": {
              "description": "The declared types of each attachment of a share of one item.",
              "$ref": "#/$defs/item"
            },
            "items": {
              "description": "The attachments of each item of a share of several items.",
              "type": "array",
              "minItems": 1,
              "maxItems": 1000,
              "items": {"$ref": "#/$defs/item"}
            },
            "expect": {
              "description": "What the host gets; an array with one for each attachment, in their order.",
              "oneOf": [
                {"$ref": "#/$defs/expectation"},
                {
                  "type": "array",
                  "minItems": 1,
                  "maxItems": 1000,
                  "items": {"$ref": "#/$defs/expectation"}
                }
              ]
            },
            "appears": {
              "description": "Whether the extension appears in the menu; left out, it does unless the types of \
    all attachments are refused.",
              "type": "boolean"
            },
            "tests": {
              "description": "The tests that cover the row, as their runner names them: Module.Suite/test()",
              "type": "array",
              "maxItems": 1000,
              "items": {
                "type": "string",
                "minLength": 1,
                "maxLength": 1000
              }
            },
            "device": {
              "description": "Whether only a record from a device fills the row's cell.",
              "type": "boolean"
            }
          }
        },
        "expectation": {
          "description": "What becomes of one attachment.",
          "type": "object",
          "required": ["result"],
          "additionalProperties": false,
          "properties": {
            "result": {
              "description": "A copy that the host can read, or the reason why there is none.",
              "enum": [
    \(codes)
              ]
            },
            "representation": {
              "description": "The declared type that is chosen.",
              "$ref": "#/$defs/type"
            },
            "load": {
              "description": "How it comes.",
              "$ref": "#/$defs/delivery"
            },
            "content": {
              "description": "The type that the content turns out to be.",
              "$ref": "#/$defs/type"
            }
          }
        }
      }
    }

    """

  private static func names(_ names: [String]) -> String {
    names.map { "\"\($0)\"" }.joined(separator: ", ")
  }

  private static var codes: String {
    ([ContractRow.storedName] + IntakeError.Code.allCases.map(\.name))
      .map { "            \"\($0)\"" }.joined(separator: ",\n")
  }
}
