struct Differ {
  /// The end of a line: a comma, which either value may have without the other.
  struct Suffix {
    var first = ""
    var second = ""
    var both = ""
  }

  var lines: [MarkedLine] = []
  var leftObjects = ObjectNumbers()
  var rightObjects = ObjectNumbers()
  let names = TypeNames()

  mutating func diff(_ left: Any, _ right: Any) {
    diff(
      Shape.Child(label: .none, value: left), Shape.Child(label: .none, value: right),
      suffix: Suffix(), indent: 0, isRoot: true)
  }

  mutating func diff(
    _ left: Shape.Child, _ right: Shape.Child, suffix: Suffix, indent: Int, isRoot: Bool = false
  ) {
    let leftShape = Shape(left.value, isRoot: isRoot, names: names)
    let rightShape = Shape(right.value, isRoot: isRoot, names: names)
    if let (leftText, rightText) = Self.blocks(leftShape, rightShape) {
      let text = leftText.hashCount > rightText.hashCount ? leftText : rightText
      let label = label(of: right, indent: indent)
      let textIndent = label.isEmpty ? indent : indent + Dumper.textIndent
      append(.both, label + text.opening, indent: indent)
      diffLines(
        leftText.lines(hashCount: text.hashCount), rightText.lines(hashCount: text.hashCount),
        indent: textIndent)
      append(.both, text.closing + suffix.both, indent: textIndent)
      return
    }
    let leftNumber = leftShape.object.flatMap(leftObjects.number)
    let rightNumber = rightShape.object.flatMap(rightObjects.number)
    if let leftNumber, leftNumber == rightNumber {
      // The difference between these objects was written at their first occurrence.
      let dump = dump(right, objects: &rightObjects, suffix: suffix.both, indent: indent)
      lines += dump.map { MarkedLine(mark: .both, line: $0) }
      return
    }
    if leftShape.isComparable(with: rightShape), leftNumber == nil, rightNumber == nil,
      !(leftShape.fitsLine(names: names) && rightShape.fitsLine(names: names))
    {
      let alignment = Alignment(leftShape, rightShape, names: names)
      if !alignment.isUnchanged {
        let label = label(of: right, indent: indent)
        let opening = open(leftShape, rightShape)
        append(.both, label + opening, indent: indent)
        diffChildren(leftShape, rightShape, by: alignment, indent: indent + 2)
        append(.both, leftShape.closing + suffix.both, indent: indent)
        return
      }
    }
    replace(left, by: right, suffix: suffix, indent: indent, isRoot: isRoot)
  }

  mutating func append(_ mark: MarkedLine.Mark, _ text: String, indent: Int) {
    lines.append(MarkedLine(mark: mark, line: Line(indent: indent, text: text)))
  }

  private static func blocks(_ left: Shape, _ right: Shape) -> (QuotedText, QuotedText)? {
    guard left.kind == .text, right.kind == .text else { return nil }
    let (leftText, rightText) = (QuotedText(left.opening), QuotedText(right.opening))
    return leftText.isBlock && rightText.isBlock ? (leftText, rightText) : nil
  }

  private mutating func replace(
    _ left: Shape.Child, by right: Shape.Child, suffix: Suffix, indent: Int, isRoot: Bool
  ) {
    let isIndistinct =
      String(customDumping: left.value) == String(customDumping: right.value)
    let (type, otherType) = (names.fullName(of: left.value), names.fullName(of: right.value))
    // A custom description need not show all that is compared.
    let isDescribed = left.value is any CustomDumpStringConvertible
    let depth = isIndistinct && type == otherType && !isDescribed ? 0 : Int.max
    if depth == 0 { append(.both, "// Not equal but no difference detected:", indent: indent) }
    var removed = dump(
      left, objects: &leftObjects, suffix: "", indent: indent, depth: depth, isRoot: isRoot)
    var added = dump(
      right, objects: &rightObjects, suffix: "", indent: indent, depth: depth, isRoot: isRoot)
    if isIndistinct, type != otherType {
      removed[removed.count - 1].text += " as \(type)"
      added[added.count - 1].text += " as \(otherType)"
    }
    removed[removed.count - 1].text += suffix.first
    added[added.count - 1].text += suffix.second
    lines += removed.map { MarkedLine(mark: .first, line: $0) }
    lines += added.map { MarkedLine(mark: .second, line: $0) }
  }

  func dump(
    _ child: Shape.Child, objects: inout ObjectNumbers, suffix: String, indent: Int,
    depth: Int = .max, isRoot: Bool = false
  ) -> [Line] {
    var dumper = Dumper(objects: objects, names: names)
    dumper.dump(child, suffix: suffix, indent: indent, depth: depth, isRoot: isRoot)
    objects = dumper.objects
    return dumper.lines
  }

  /// Writes all lines of a label but the last, which it returns.
  private mutating func label(of child: Shape.Child, indent: Int) -> String {
    var dumper = Dumper(names: names)
    let label = dumper.label(of: child, indent: indent)
    lines += dumper.lines.map { MarkedLine(mark: .both, line: $0) }
    return label
  }

  private mutating func open(_ left: Shape, _ right: Shape) -> String {
    if let object = left.object { _ = leftObjects.visit(object, opening: left.opening) }
    guard let object = right.object else { return right.opening }
    return "#\(rightObjects.visit(object, opening: right.opening)) \(right.opening)"
  }
}

extension Shape {
  fileprivate func isComparable(with other: Shape) -> Bool {
    kind == other.kind && kind != .leaf && kind != .text && opening == other.opening
      && (object == nil) == (other.object == nil)
  }

  /// Returns whether the value is dumped on one line and isn't a collection.
  fileprivate func fitsLine(names: TypeNames) -> Bool {
    switch kind {
    case .leaf, .text: !opening.contains("\n")
    case .structure: children.isEmpty || inlineChild(names: names) != nil
    case .collection, .dictionary, .set: false
    }
  }
}

extension Differ {
  /// Writes the children that differ, the other fields of structures without their contents, and
  /// the lengths of runs of unchanged elements.
  mutating func diffChildren(
    _ leftShape: Shape, _ rightShape: Shape, by alignment: Alignment, indent: Int
  ) {
    let (left, right) = (leftShape.children, rightShape.children)
    let steps = alignment.steps
    let lastOfLeft = steps.lastIndex { $0.left != nil }
    let lastOfRight = steps.lastIndex { $0.right != nil }
    var run: [Shape.Child] = []
    for (index, step) in steps.enumerated() {
      let isLast = index == steps.count - 1
      let suffix = Suffix(
        first: index == lastOfLeft ? "" : ",", second: index == lastOfRight ? "" : ",",
        both: isLast ? "" : ",")
      if case .unchanged(_, let rightIndex) = step {
        run.append(right[rightIndex])
        if isLast || leftShape.kind == .structure {
          fold(&run, isCounted: rightShape.isSorted, suffix: suffix.both, indent: indent)
        }
        continue
      }
      fold(&run, isCounted: rightShape.isSorted, suffix: ",", indent: indent)
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

  private mutating func fold(
    _ run: inout [Shape.Child], isCounted: Bool, suffix: String, indent: Int
  ) {
    if let child = run.first {
      if run.count == 1, !isCounted {
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
