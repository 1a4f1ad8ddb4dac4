extension String {
  /// The items of a list with commas.
  var listed: [String] { split(separator: ",").map(String.init) }
}
