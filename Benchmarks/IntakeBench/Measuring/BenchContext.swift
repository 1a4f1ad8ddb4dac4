/// What every scenario works with.
struct BenchContext: Sendable {
  let options: BenchOptions
  let programs: Programs
  let launcher: Launcher
  let inputs: InputFolder
  /// A folder for outputs, which goes when the run ends.
  ///
  /// Until then outputs are emptied and not removed (``Files/empty(_:)``): ext4 gives no inode out again for minutes
  /// after it was freed, and each file that is created searches past those, so that whoever came next would pay for
  /// it.
  let work: String

  /// Takes the folder of the benchmark for this run.
  ///
  /// - Throws: ``BenchError`` where a program of ours is missing, with what builds it.
  init(_ options: BenchOptions) throws {
    self.options = options
    programs = try Programs(tools: options.tools)
    let folder = options.folder
    try Files.makeFolder(folder)
    work = "\(folder)/work"
    // Of a run that was killed.
    Files.remove(work)
    try Files.makeFolder(work)
    launcher = Launcher(program: programs.measured, folder: work)
    inputs = InputFolder(path: "\(folder)/inputs", scale: options.scale)
  }

  /// Checks that what a scenario writes has room, inputs that are not there yet included.
  ///
  /// - Throws: ``BenchError`` with what is needed and what there is.
  func needDisk(_ bytes: Int64, for what: String) throws {
    let free = try Files.freeBytes(at: work)
    // So that the rest of the machine goes on.
    let needed = bytes + (2 << 30)
    guard free < needed else { return }
    throw BenchError(
      "\(what) needs \(needed >> 20) MiB where \(work) is, and \(free >> 20) MiB are free; "
        + "make room, or name another folder by BENCH_FOLDER")
  }

  /// A new path for outputs.
  func newPath(_ name: String) -> String {
    var number = 1
    while Files.exists("\(work)/\(name)-\(number)") { number += 1 }
    return "\(work)/\(name)-\(number)"
  }

  func close() { Files.remove(work) }
}
