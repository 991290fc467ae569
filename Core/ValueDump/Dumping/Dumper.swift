/// Writes values as lines.
struct Dumper {
  var lines: [Line] = []
  var objects = ObjectNumbers()
  let names: TypeNames

  init(objects: ObjectNumbers = ObjectNumbers(), names: TypeNames = TypeNames()) {
    self.objects = objects
    self.names = names
  }

  /// Writes a value: `label` before its first line and `suffix` behind its last.
  mutating func dump(
    _ value: Any, label: String = "", suffix: String = "", indent: Int = 0, depth: Int = .max,
    isRoot: Bool = false
  ) {
    let shape = Shape(value, isRoot: isRoot, names: names)
    switch shape.kind {
    case .leaf:
      let texts = shape.opening.split(separator: "\n", omittingEmptySubsequences: false)
      append(texts.map(String.init), label: label, suffix: suffix, indent: indent)
    case .text:
      append(
        Self.quoted(shape.opening, depth: depth), label: label, suffix: suffix, indent: indent)
    case .structure, .collection, .dictionary, .set:
      let (opening, isRepeated) = open(shape)
      if !isRepeated, let child = shape.inlineChild(names: names) {
        dump(
          child, label: label + opening, suffix: shape.closing + suffix, indent: indent,
          depth: depth - 1)
      } else if isRepeated || shape.children.isEmpty || depth <= 0 {
        let content = isRepeated ? "↩︎" : shape.placeholder
        append(
          [opening + content + shape.closing], label: label, suffix: suffix, indent: indent)
      } else {
        lines.append(Line(indent: indent, text: label + opening))
        dump(children: shape, indent: indent + 2, depth: depth - 1)
        lines.append(Line(indent: indent, text: shape.closing + suffix))
      }
    }
  }

  /// The text that opens a shape, with the number of its object, and whether that has been shown.
  mutating func open(_ shape: Shape) -> (opening: String, isRepeated: Bool) {
    guard let object = shape.object else { return (shape.opening, false) }
    let isRepeated = objects.number(of: object) != nil
    let number = objects.visit(object, opening: shape.opening)
    return ("#\(number) \(shape.opening)", isRepeated)
  }

  /// Writes a child with its label, and `label` before that.
  mutating func dump(
    _ child: Shape.Child, label: String = "", suffix: String, indent: Int, depth: Int,
    isRoot: Bool = false
  ) {
    let label = label + self.label(of: child, indent: indent)
    dump(
      child.value, label: label, suffix: suffix, indent: indent, depth: depth, isRoot: isRoot)
  }

  /// Writes all of a label but its last line, which it returns: a key may take several.
  mutating func label(of child: Shape.Child, indent: Int) -> String {
    switch child.label {
    case .none: return ""
    case .name(let name): return "\(name): "
    case .index(let index): return "[\(index)]: "
    case .key(let key):
      dump(key, suffix: ": ", indent: indent)
      return lines.removeLast().text
    }
  }

  private mutating func dump(children shape: Shape, indent: Int, depth: Int) {
    for (offset, child) in shape.children.enumerated() {
      let isLast = offset == shape.children.count - 1
      dump(child, suffix: isLast ? "" : ",", indent: indent, depth: depth)
    }
  }

  private mutating func append(_ texts: [String], label: String, suffix: String, indent: Int) {
    let start = lines.count
    lines += texts.map { Line(indent: indent, text: $0) }
    lines[start].text = label + lines[start].text
    lines[lines.count - 1].text += suffix
  }

  private static func quoted(_ string: String, depth: Int) -> [String] {
    let text = QuotedText(string)
    guard text.isBlock else { return [text.line] }
    return depth > 0 ? [text.opening] + text.lines() + [text.closing] : ["\"…\""]
  }
}

extension Shape {
  /// What stands for the children where they are not shown.
  fileprivate var placeholder: String {
    if children.isEmpty { kind == .dictionary ? ":" : "" } else { "…" }
  }
}

/// A line of a dump.
struct Line {
  /// The spaces before the text.
  var indent: Int
  var text: String
}

extension Line: CustomStringConvertible {
  var description: String {
    text.isEmpty ? "" : String(repeating: " ", count: indent) + text
  }
}

/// Numbers objects by their first visit, those of each type from one.
struct ObjectNumbers {
  private var numbers: [ObjectIdentifier: Int] = [:]
  private var counts: [String: Int] = [:]
  /// Keeps the objects that were visited, so that no other takes the place of one in memory.
  private var visited: [AnyObject] = []

  /// The number of an object, or nil if it was not visited.
  func number(of object: AnyObject) -> Int? { numbers[ObjectIdentifier(object)] }

  /// Returns the number of an object whose shape opens with a text, which its type decides.
  mutating func visit(_ object: AnyObject, opening: String) -> Int {
    let identifier = ObjectIdentifier(object)
    if let number = numbers[identifier] { return number }
    let number = counts[opening, default: 0] + 1
    counts[opening] = number
    numbers[identifier] = number
    visited.append(object)
    return number
  }
}
