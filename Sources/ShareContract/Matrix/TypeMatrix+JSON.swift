import IntakeModel
import JSONSyntax
import UniformTypes

extension TypeMatrix {
  /// The version of the shape that ``json()`` writes. Members may be added within a version.
  public static let jsonVersion = 1

  /// The matrix as one JSON object on one line, with a line feed.
  ///
  /// Names of members, columns, verdicts and reasons are stable; texts in `observed` and `description` are for
  /// people.
  ///
  /// - Complexity: O(*n*) in the size of the matrix.
  public func json() -> [UInt8] {
    let totals = totals
    return JSONWriter.line { json in
      json.member("version", Self.jsonVersion)
      json.member("contract", contractName)
      json.member("contractDigest", "sha256:\(contractDigest)")
      json.member("isGreen", isGreen)
      json.member("objections", objections)
      json.key("totals")
      json.object { json in
        json.member("rows", totals.rows)
        json.member("red", totals.redRows)
        for verdict in Verdict.allCases { json.member(verdict.rawValue, totals.rows(verdict)) }
        json.key("columns")
        json.object { json in
          for column in Column.allCases {
            json.key(column.rawValue)
            json.object { json in
              json.member("demanded", totals.demandedCells(column))
              for verdict in Verdict.allCases {
                json.member(verdict.rawValue, totals.cells(column, verdict))
              }
            }
          }
        }
      }
      json.key("rows")
      json.array(rows) { json, row in row.write(to: &json) }
      json.key("unmatched")
      json.array(unmatched) { json, record in record.write(to: &json) }
      json.member("reported", reportedCount)
    }
  }
}

extension TypeMatrix.Row {
  fileprivate func write(to json: inout JSONWriter) {
    json.object { json in
      json.member("id", row.id)
      json.member("revision", revision)
      json.member("source", row.source.text)
      json.member("content", row.content.text)
      json.key("items")
      row.items.write(to: &json)
      json.member("isSupported", row.isSupported)
      json.member("requiresDevice", row.requiresDevice)
      json.member("tests", row.tests)
      json.member("expected", row.promises)
      json.member("verdict", verdict.rawValue)
      json.member("isGreen", isGreen)
      json.key("shortcomings")
      json.array(shortcomings) { json, shortcoming in
        json.object { json in
          json.member("reason", shortcoming.name)
          if case .cell(let column, _) = shortcoming { json.member("column", column.rawValue) }
          json.member("verdict", shortcoming.verdict.rawValue)
          json.member("description", shortcoming.description)
        }
      }
      json.key("cells")
      json.array(cells) { json, cell in
        json.object { json in
          json.member("column", cell.column.rawValue)
          json.member("demanded", cell.isDemanded)
          json.member("verdict", cell.verdict.rawValue)
          json.key("observations")
          json.array(cell.observations) { json, observation in observation.write(to: &json) }
        }
      }
    }
  }
}

extension TypeMatrix.Shortcoming {
  fileprivate var name: String {
    switch self {
    case .namesNoTest: "names-no-test"
    case .cell: "cell"
    case .nothingObserved: "nothing-observed"
    }
  }
}

extension TypeMatrix.Observation {
  fileprivate func write(to json: inout JSONWriter) {
    json.object { json in
      switch witness {
      case .test(let name): json.member("test", name)
      case .share(let id): json.member("share", "\(id)")
      }
      json.member("verdict", verdict.rawValue)
      json.member("counts", counts)
      json.member("observed", observed)
      json.key("differences")
      json.array(differences) { json, difference in
        json.object { json in
          json.member("subject", difference.subject.rawValue)
          json.member("attachment", difference.attachment)
          json.member("expected", difference.expected)
          json.member("observed", difference.observed)
          json.member("isFailure", difference.isFailure)
        }
      }
      guard case .share = witness else { return }
      json.member("recordedAt", recordedAt)
      json.member("system", system?.name.text)
      json.member("systemBuild", system?.build?.text)
      json.member("device", system?.device?.text)
      json.key("isFreshInstallation")
      if let isFresh = system?.isFreshInstallation { json.boolean(isFresh) } else { json.null() }
      json.member("build", build?.text)
    }
  }
}

extension TypeMatrix.UnmatchedRecord {
  fileprivate func write(to json: inout JSONWriter) {
    json.object { json in
      json.member("share", "\(share)")
      json.member("origin", origin.rawValue)
      json.member("source", source?.text)
      json.member("content", content?.text)
      json.key("items")
      items.write(to: &json)
      json.member("reason", reason.name)
      json.member("description", reason.description)
    }
  }
}

extension TypeMatrix.UnmatchedRecord.Reason {
  fileprivate var name: String {
    switch self {
    case .unknownRow: "unknown-row"
    case .contradictsRow: "contradicts-row"
    case .showsNothing: "shows-nothing"
    case .fitsNone: "fits-none"
    case .fitsSeveral: "fits-several"
    case .saysTooLittle: "says-too-little"
    }
  }
}

extension [SharedItem] {
  /// Items, their attachments, and the types of those, as nested arrays.
  fileprivate func write(to json: inout JSONWriter) {
    json.array(self) { json, item in
      json.array(item.attachments) { json, types in
        json.array(types) { json, type in json.string(type.rawValue) }
      }
    }
  }
}
