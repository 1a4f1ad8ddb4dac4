extension Duration {
  var wholeMilliseconds: Int64 {
    let (seconds, attoseconds) = components
    let (product, overflow) = seconds.multipliedReportingOverflow(by: 1000)
    return overflow ? .max / 4 : product + attoseconds / 1_000_000_000_000_000
  }
}
