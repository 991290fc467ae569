import ValueDump

extension DifferenceFailure: CustomStringConvertible {
  var description: String {
    switch self {
    case .notEqual(let first, let second, let note):
      Self.text(note, first, second, legend: "(First: −, Second: +)")
    case .wrongChange(let expected, let actual, let note):
      Self.text(note, expected, actual, legend: "(Expected: −, Actual: +)")
    case .threw(let error, let note):
      Self.prefix(note) + "Threw error: \(error)"
    }
  }

  private static func prefix(_ note: String?) -> String {
    guard let note, !note.isEmpty else { return "" }
    return "\(note) - "
  }

  private static func text(_ note: String?, _ first: Value, _ second: Value, legend: String)
    -> String
  {
    let lines = diff(first, second, format: .proportional) ?? "(no difference to be seen)"
    let indented = lines.split(separator: "\n", omittingEmptySubsequences: false)
      .map { $0.isEmpty ? "" : "  \($0)" }
      .joined(separator: "\n")
    return "\(prefix(note))Difference: …\n\n\(indented)\n\n\(legend)"
  }
}
