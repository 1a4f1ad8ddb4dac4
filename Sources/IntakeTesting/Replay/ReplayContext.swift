import IntakeModel
import UniformTypes

/// What the sources of one replayed share need to know.
struct ReplayContext: Sendable {
  let contract: InputContract
  let registry: TypeRegistry
  let limits: ReplayLimits
  /// What the pipeline measures time by.
  let clock: ManualClock
  /// The longest time that the pipeline waits for a load; `nil` for ever.
  let timeout: Duration?
  /// The most bytes of one attachment, as the pipeline has it.
  let fileLimit: ByteCount
  /// Where files are made; `nil` for `TMPDIR`.
  let folder: String?
  let notes: ReplayNotes

  /// The most bytes of an attachment that is declared as one type and holds another.
  func limit(of declared: TypeIdentifier, holding content: TypeIdentifier?) -> ByteCount {
    let types = [declared, content].compactMap(\.self)
    let limits = types.compactMap {
      Selection.acceptedType(for: $0, by: contract.rule, in: registry)?.maximumSize
    }
    return limits.reduce(fileLimit, min)
  }
}
