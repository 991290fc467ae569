/// A line of a difference, and which of the two values has it.
struct MarkedLine {
  enum Mark {
    case first
    case second
    case both
  }

  var mark: Mark
  var line: Line

  func description(in format: DiffFormat) -> String {
    let figure =
      switch mark {
      case .first: format.first
      case .second: format.second
      case .both: format.both
      }
    guard line.text.isEmpty else { return "\(figure) \(line)" }
    return mark == .both ? "" : figure
  }
}
