extension Differ {
  /// Writes children: those that differ, and of runs of two or more that do not, their number.
  mutating func diffChildren(
    _ left: [Shape.Child], _ right: [Shape.Child], of parent: Any, by alignment: Alignment,
    indent: Int
  ) {
    let steps = alignment.steps
    let lastOfLeft = steps.lastIndex { $0.left != nil }
    let lastOfRight = steps.lastIndex { $0.right != nil }
    // The id of an identifiable value tells the reader which one has changed.
    let pinned = parent is any Identifiable ? "id" : nil
    var run: [Shape.Child] = []
    for (index, step) in steps.enumerated() {
      let suffix = Suffix(
        first: index == lastOfLeft ? "" : ",", second: index == lastOfRight ? "" : ",",
        both: index == steps.count - 1 ? "" : ",")
      if case .unchanged(_, let rightIndex) = step {
        let child = right[rightIndex]
        if let pinned, child.label.name == pinned {
          fold(&run, suffix: ",", indent: indent)
          run = [child]
          fold(&run, suffix: suffix.both, indent: indent)
        } else {
          run.append(child)
          if index == steps.count - 1 { fold(&run, suffix: "", indent: indent) }
        }
        continue
      }
      fold(&run, suffix: ",", indent: indent)
      switch step {
      case .unchanged: break
      case .changed(let leftIndex, let rightIndex):
        diff(left[leftIndex], right[rightIndex], suffix: suffix, indent: indent)
      case .removed(let index):
        let dump = dump(
          left[index], objects: &leftObjects, suffix: suffix.first, indent: indent)
        lines += dump.map { MarkedLine(mark: .first, line: $0) }
      case .added(let index):
        let dump = dump(
          right[index], objects: &rightObjects, suffix: suffix.second, indent: indent)
        lines += dump.map { MarkedLine(mark: .second, line: $0) }
      }
    }
  }

  /// Writes a run of children that did not change, and empties it.
  private mutating func fold(_ run: inout [Shape.Child], suffix: String, indent: Int) {
    if let child = run.first {
      if run.count == 1 {
        let dump = dump(
          child, objects: &rightObjects, suffix: suffix, indent: indent, depth: 0)
        lines += dump.map { MarkedLine(mark: .both, line: $0) }
      } else {
        append(.both, "… (\(run.count) unchanged)\(suffix)", indent: indent)
      }
    }
    run = []
  }
}

extension Alignment.Step {
  fileprivate var left: Int? {
    switch self {
    case .unchanged(let left, _), .changed(let left, _), .removed(let left): left
    case .added: nil
    }
  }

  fileprivate var right: Int? {
    switch self {
    case .unchanged(_, let right), .changed(_, let right), .added(let right): right
    case .removed: nil
    }
  }
}
