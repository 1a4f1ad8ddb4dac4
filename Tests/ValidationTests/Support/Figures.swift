import AttachmentIntake
import Glibc

/// Prints what a document cost, where the environment has `INTAKE_FIGURES`.
enum Figures {
  static func note(_ name: String, _ verdict: ContentVerdict, _ validators: Validators) {
    guard getenv("INTAKE_FIGURES") != nil else { return }
    let statistics = validators.pool.statistics
    print(
      "figures: \(name): \(verdict); \(statistics.longestAnswer), \(statistics.peakMemory) resident, "
        + "\(statistics.started) started")
  }
}
