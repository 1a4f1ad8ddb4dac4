extension IntakeCounters {
  /// The counters in the text format of Prometheus, version 0.0.4, as a server answers to `GET /metrics`.
  ///
  /// Names begin with `attachment_intake_`, and end in their unit, and in `_total` for what only ever grows. A
  /// refusal has a series for each reason, also where there was none yet, with its code as the label `code`.
  ///
  /// - Parameter labels: Labels of every series, such as `["worker": "3"]`, in the order of their names. What is no
  ///   name of a label (letters, digits and `_`, not first a digit, not `__` first), or is `code`, is left out: a
  ///   page that is half wrong is not read at all.
  /// - Returns: UTF-8 for the content type ``prometheusContentType``.
  public func prometheusText(labels: [String: String] = [:]) -> String {
    let labels = labels.filter { PrometheusText.isLabel($0.key) && $0.key != "code" }
      .sorted { $0.key < $1.key }
    var text = PrometheusText(labels: labels.map { ($0.key, $0.value) })
    text.add("in_flight", .gauge, "Attachments loading, or loaded and not yet committed.", inFlight)
    text.add(
      "waiting_for_memory", .gauge, "Loads that wait for memory now.", waitingForMemory)
    text.add(
      "waiting_for_descriptors", .gauge,
      "Loads that wait now because too many copies hold a descriptor.", waitingForDescriptors)
    text.add(
      "waiting_for_commit", .gauge, "Copies that are complete, and wait for their group's commit.",
      waitingForCommit)
    text.add("memory_waits_total", .counter, "Loads that had to wait for memory.", memoryWaits)
    text.add(
      "memory_reserved_bytes", .gauge, "Memory that is reserved now.", memoryReserved.bytes)
    text.add(
      "memory_reserved_peak_bytes", .gauge, "The most memory that was ever reserved.",
      memoryPeak.bytes)
    text.add(
      "disk_granted_bytes", .gauge, "Disk that is granted to running loads.", diskGranted.bytes)
    text.add("stored_total", .counter, "Attachments that were stored.", stored)
    text.add(
      "stored_bytes_total", .counter, "Bytes of attachments that were stored.", storedBytes.bytes)
    text.add(
      "refused_total", .counter, "Attachments that were refused, by reason.",
      IntakeError.Code.allCases.map { code in
        (labels: [("code", code.name)], value: Int64(refusals[code] ?? 0))
      })
    text.add("commits_total", .counter, "Commits, each of a group of attachments.", commits)
    return text.text
  }

  /// What ``prometheusText(labels:)`` is served as.
  public static let prometheusContentType = "text/plain; version=0.0.4; charset=utf-8"
}
