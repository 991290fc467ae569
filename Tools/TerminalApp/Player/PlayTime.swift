extension Duration {
  /// The duration as minutes, seconds and milliseconds: `01:02.003`.
  package var asPlayTime: String {
    let (seconds, attoseconds) = components
    let milliseconds = attoseconds / 1_000_000_000_000_000
    func padded(_ number: Int64, _ width: Int) -> String {
      let text = String(number)
      return String(repeating: "0", count: Swift.max(0, width - text.count)) + text
    }
    return "\(padded(seconds / 60, 2)):\(padded(seconds % 60, 2)).\(padded(milliseconds, 3))"
  }
}
