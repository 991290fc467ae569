/// A line of a difference, with the values that have it.
struct MarkedLine {
  enum Mark {
    case first
    case second
    case both
  }

  var mark: Mark
  var line: Line

  func description(in format: DiffFormat) -> String {
    let marker =
      switch mark {
      case .first: format.first
      case .second: format.second
      case .both: format.both
      }
    guard line.text.isEmpty, line.indent == 0 else { return "\(marker) \(line)" }
    return mark == .both ? "" : marker
  }
}

extension Differ {
  /// The number of unchanged lines shown before and after a changed line.
  private static let context = 3

  mutating func diffLines(_ left: [String], _ right: [String], indent: Int) {
    let tokens = Tokens(left, right)
    var (l, r) = (0, 0)
    var run: [String] = []
    for match in Matching(tokens.left, tokens.right).pairs + [(left.count, right.count)] {
      if l < match.left || r < match.right {
        fold(&run, isFirst: l == run.count && r == run.count, isLast: false, indent: indent)
        for index in l..<match.left { append(.first, left[index], indent: indent) }
        for index in r..<match.right { append(.second, right[index], indent: indent) }
      }
      if match.right < right.count { run.append(right[match.right]) }
      (l, r) = (match.left + 1, match.right + 1)
    }
    fold(&run, isFirst: false, isLast: true, indent: indent)
  }

  private mutating func fold(
    _ run: inout [String], isFirst: Bool, isLast: Bool, indent: Int
  ) {
    let head = isFirst ? 0 : Self.context
    let tail = isLast ? 0 : Self.context
    if run.count > head + tail + 1 {
      for line in run.prefix(head) { append(.both, line, indent: indent) }
      append(.both, "… (\(run.count - head - tail) unchanged)", indent: indent)
      for line in run.suffix(tail) { append(.both, line, indent: indent) }
    } else {
      for line in run { append(.both, line, indent: indent) }
    }
    run = []
  }
}
