package import AttachmentIntake

/// The counters of a pipeline, in the text format of Prometheus.
package enum PrometheusText {
  package static func text(_ counters: IntakeCounters) -> String {
    var lines: [String] = []
    func add(
      _ name: String, _ kind: String, _ help: String, _ samples: [(label: String, value: Int64)]
    ) {
      lines.append("# HELP intake_\(name) \(help)")
      lines.append("# TYPE intake_\(name) \(kind)")
      lines += samples.map { "intake_\(name)\($0.label) \($0.value)" }
    }
    func gauge(_ name: String, _ help: String, _ value: Int64) {
      add(name, "gauge", help, [("", value)])
    }
    func counter(_ name: String, _ help: String, _ value: Int64) {
      add(name, "counter", help, [("", value)])
    }
    gauge(
      "in_flight", "Attachments that are loading or wait for their commit.",
      Int64(counters.inFlight))
    gauge("waiting_for_memory", "Loads that wait for memory.", Int64(counters.waitingForMemory))
    gauge(
      "waiting_for_descriptors", "Loads that wait for descriptors.",
      Int64(counters.waitingForDescriptors))
    gauge("memory_reserved_bytes", "Memory that is reserved.", counters.memoryReserved.bytes)
    gauge("memory_peak_bytes", "The most memory that was reserved.", counters.memoryPeak.bytes)
    gauge("disk_granted_bytes", "Disk that is granted to loads.", counters.diskGranted.bytes)
    counter("memory_waits_total", "Loads that had to wait for memory.", Int64(counters.memoryWaits))
    counter("stored_total", "Attachments that were stored.", Int64(counters.stored))
    counter("stored_bytes_total", "Their bytes.", counters.storedBytes.bytes)
    counter("commits_total", "Commits, each of a group of attachments.", Int64(counters.commits))
    let refusals = counters.refusals.sorted { $0.key.name < $1.key.name }
    add(
      "refused_total", "counter", "Attachments that were refused, by reason.",
      refusals.map { ("{code=\"\($0.key.name)\"}", Int64($0.value)) })
    return lines.map { $0 + "\n" }.joined()
  }
}
