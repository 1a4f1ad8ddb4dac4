import AttachmentIntake

// Recipe: counters to a metrics façade. Written against the shape of swift-metrics, which is not to be had here:
// MetricsStandIn.swift. Called as often as gauges are wanted, such as every ten seconds.

// recipe: metrics
extension IntakeCounters {
  func report() {
    Gauge(label: "intake_in_flight").record(inFlight)
    Gauge(label: "intake_memory_reserved_bytes").record(memoryReserved.bytes)
    Gauge(label: "intake_stored").record(stored)
    for (code, count) in refusals {
      Gauge(label: "intake_refused", dimensions: [("code", code.name)]).record(count)
    }
  }
}
// end
