import RecordCoding

extension String {
  /// The path with one more name behind it.
  func appending(name: String) -> String {
    isEmpty ? name.asPathComponent : "\(self).\(name.asPathComponent)"
  }

  /// The name, without backticks if it is the place of a field without a label.
  private var asPathComponent: String {
    utf8.allSatisfy { (48...57).contains($0) } ? self : asWrittenName
  }
}
