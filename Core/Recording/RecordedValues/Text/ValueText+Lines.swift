package import RecordCoding

extension ValueText {
  /// Returns a value over several lines, one field or element per line, indented by two spaces.
  package func lines(of value: RecordedValue, as type: TypeReference) -> [String] {
    var lines: [String] = []
    append(value, as: type, to: &lines, indent: "", label: "", end: "")
    return lines
  }

  package func append(
    _ value: RecordedValue, as type: TypeReference, to lines: inout [String], indent: String,
    label: String, end: String
  ) {
    guard let outline = outline(of: value, as: type) else {
      return lines.append("\(indent)\(label)\(text(of: value, as: type))\(end)")
    }
    lines.append("\(indent)\(label)\(outline.opening)")
    for (index, part) in outline.parts.enumerated() {
      append(
        part.value, as: part.type, to: &lines, indent: "\(indent)  ", label: part.label,
        end: index == outline.parts.count - 1 ? "" : ",")
    }
    lines.append("\(indent)\(outline.closing)\(end)")
  }
}

extension ValueText {
  /// Returns the differences between two values as lines. Empty if they are equal.
  ///
  /// Expected lines begin with `- `, actual lines with `+ `, and common lines with two spaces.
  /// Several unchanged parts are folded into `… (3 unchanged)`. Values with a single part that
  /// differs are one line, with the path to the innermost one.
  package func differenceLines(
    expected: RecordedValue, actual: RecordedValue, as type: TypeReference
  ) -> [String] {
    guard expected != actual else { return [] }
    var lines: [String] = []
    let root = { ValueOutline.Part(label: "", key: nil, value: $0, type: type) }
    append(from: (root(expected), ""), to: (root(actual), ""), indent: "", lines: &lines)
    return lines
  }

  private typealias Line = (part: ValueOutline.Part, end: String)

  /// Returns the outlines of two parts, if these are lists or have the same type and case.
  private func outlines(
    of old: ValueOutline.Part, _ new: ValueOutline.Part
  ) -> (old: ValueOutline, new: ValueOutline)? {
    guard let oldOutline = outline(of: old.value, as: old.type),
      let newOutline = outline(of: new.value, as: new.type),
      oldOutline.opening == newOutline.opening, oldOutline.matching == newOutline.matching
    else { return nil }
    return (oldOutline, newOutline)
  }

  private func append(
    from old: Line, to new: Line, place: String = "", indent: String, lines: inout [String]
  ) {
    guard var (oldOutline, newOutline) = outlines(of: old.part, new.part) else {
      append(old, sign: "- ", indent: indent, lines: &lines)
      append(new, sign: "+ ", indent: indent, lines: &lines)
      return
    }
    var matches = oldOutline.matches(with: newOutline)
    var path = place
    var label = new.part.label
    while let only = oldOutline.onlyDifference(in: matches, from: newOutline),
      let inner = outlines(of: only.old, only.new)
    {
      path += newOutline.caseName + newOutline.place(of: only.new)
      label = "\(path.hasPrefix(".") ? path.dropFirst() : path[...]): "
      (oldOutline, newOutline) = inner
      matches = oldOutline.matches(with: newOutline)
    }
    lines.append("  \(indent)\(label)\(newOutline.opening)")
    let inner = "\(indent)  "
    var unchanged: [Line] = []
    for match in matches {
      let old = match.old.map { (oldOutline.parts[$0], oldOutline.end(of: $0)) }
      let new = match.new.map { (newOutline.parts[$0], newOutline.end(of: $0)) }
      if let old, let new, old.0.value == new.0.value {
        unchanged.append(new)
        continue
      }
      fold(&unchanged, indent: inner, lines: &lines)
      switch (old, new) {
      case (let old?, let new?):
        append(
          from: old, to: new, place: newOutline.place(of: new.0), indent: inner, lines: &lines)
      case (let old?, nil): append(old, sign: "- ", indent: inner, lines: &lines)
      case (nil, let new?): append(new, sign: "+ ", indent: inner, lines: &lines)
      case (nil, nil): break
      }
    }
    fold(&unchanged, indent: inner, lines: &lines)
    lines.append("  \(indent)\(newOutline.closing)\(new.end)")
  }

  private func append(_ line: Line, sign: String, indent: String, lines: inout [String]) {
    var added: [String] = []
    append(
      line.part.value, as: line.part.type, to: &added, indent: indent, label: line.part.label,
      end: line.end)
    lines += added.map { sign + $0 }
  }

  /// Prints unchanged parts: a single one if it fits on a line, otherwise their number.
  private func fold(_ unchanged: inout [Line], indent: String, lines: inout [String]) {
    defer { unchanged.removeAll() }
    guard let first = unchanged.first else { return }
    if unchanged.count == 1, outline(of: first.part.value, as: first.part.type) == nil {
      append(first, sign: "  ", indent: indent, lines: &lines)
    } else {
      lines.append("  \(indent)… (\(unchanged.count) unchanged)")
    }
  }
}
