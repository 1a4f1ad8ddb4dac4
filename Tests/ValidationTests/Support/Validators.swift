import AttachmentIntake
import ContainerStorage
import IntakeTesting
import Testing

/// Which validators this build of the package has.
enum Build {
  #if PDF
    static let hasPDF = true
  #else
    static let hasPDF = false
  #endif
  #if Images
    static let hasImages = true
  #else
    static let hasImages = false
  #endif
}

/// A pool of real processes, and a folder for what they look at.
struct Validators {
  let pool: ValidatorPool
  let folder: TemporaryFolder
  /// The name of the program, which is its own, so that its processes can be told from those of other tests.
  let program: String

  /// The verdict on these bytes.
  func verdict(
    on bytes: [UInt8], as type: TypeIdentifier,
    limits: ValidationLimits = ValidationLimits(time: .seconds(60))
  ) async throws -> ContentVerdict {
    let path = try folder.write(bytes, to: "document")
    return try await verdict(onFile: path, as: type, limits: limits)
  }

  func verdict(
    on text: String, as type: TypeIdentifier,
    limits: ValidationLimits = ValidationLimits(time: .seconds(60))
  ) async throws -> ContentVerdict {
    try await verdict(on: Array(text.utf8), as: type, limits: limits)
  }

  func verdict(
    onFile path: String, as type: TypeIdentifier,
    limits: ValidationLimits = ValidationLimits(time: .seconds(60))
  ) async throws -> ContentVerdict {
    try await pool.validate(try LentFile(at: LocalPath(path)), as: type, limits: limits)
  }

  /// The numbers of the processes that run now.
  var processes: [Int32] { RunningPrograms.children(named: program) }
}

/// Calls `body` with a pool, and closes it afterwards.
func withValidators<Result>(
  processes: Int = 1, documentsPerProcess: Int = 200, memory: ByteCount = .mebibytes(1536),
  startTime: Duration = .seconds(30), _ body: (Validators) async throws -> Result
) async throws -> Result {
  let built = try #require(ChildProcess.executable(named: "intake-validate"))
  return try await withTemporaryFolder { folder in
    let name = ProgramName.next()
    let program = folder.path(of: name)
    try Files.link(built, to: program)
    let pool = ValidatorPool(
      .init(
        program: .path(LocalPath(program)), processes: processes,
        documentsPerProcess: documentsPerProcess, memory: memory, startTime: startTime))
    do {
      let result = try await body(Validators(pool: pool, folder: folder, program: name))
      await pool.close()
      return result
    } catch {
      await pool.close()
      throw error
    }
  }
}
