struct Dumper {
  var lines: [Line] = []
  var objects = ObjectNumbers()
  let names: TypeNames

  init(objects: ObjectNumbers = ObjectNumbers(), names: TypeNames = TypeNames()) {
    self.objects = objects
    self.names = names
  }

  /// Writes a value, with `label` before its first line and `suffix` after its last.
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
        Self.quoted(shape.opening, depth: depth), label: label, suffix: suffix, indent: indent,
        hanging: label.isEmpty ? 0 : Self.textIndent)
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

  /// Returns the opening of a shape with its object's number, and whether it was already shown.
  mutating func open(_ shape: Shape) -> (opening: String, isRepeated: Bool) {
    guard let object = shape.object else { return (shape.opening, false) }
    let isRepeated = objects.number(of: object) != nil
    let number = objects.visit(object, opening: shape.opening)
    return ("#\(number) \(shape.opening)", isRepeated)
  }

  mutating func dump(
    _ child: Shape.Child, label: String = "", suffix: String, indent: Int, depth: Int,
    isRoot: Bool = false
  ) {
    let label = label + self.label(of: child, indent: indent)
    dump(
      child.value, label: label, suffix: suffix, indent: indent, depth: depth, isRoot: isRoot)
  }

  /// Writes all lines of a label but the last, which it returns. A key may have multiple lines.
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

  /// Writes lines, all but the first with a `hanging` indentation.
  private mutating func append(
    _ texts: [String], label: String, suffix: String, indent: Int, hanging: Int = 0
  ) {
    let start = lines.count
    lines += texts.enumerated().map { Line(indent: $0 == 0 ? indent : indent + hanging, text: $1) }
    lines[start].text = label + lines[start].text
    lines[lines.count - 1].text += suffix
  }

  /// The indentation of the lines of a text below its label.
  static let textIndent = 2

  private static func quoted(_ string: String, depth: Int) -> [String] {
    let text = QuotedText(string)
    guard text.isBlock else { return [text.line] }
    return depth > 0 ? [text.opening] + text.lines() + [text.closing] : ["\"…\""]
  }
}

extension Shape {
  /// The text shown in place of children that are omitted.
  fileprivate var placeholder: String {
    if children.isEmpty { kind == .dictionary ? ":" : "" } else { "…" }
  }
}

struct Line {
  /// The number of spaces before the text.
  var indent: Int
  var text: String
}

extension Line: CustomStringConvertible {
  var description: String {
    String(repeating: " ", count: indent) + text
  }
}

/// The numbers of objects in order of their first visit, counted from one for each type.
struct ObjectNumbers {
  private var numbers: [ObjectIdentifier: Int] = [:]
  private var counts: [String: Int] = [:]
  /// The visited objects, retained because their addresses must not be reused.
  private var visited: [AnyObject] = []

  func number(of object: AnyObject) -> Int? { numbers[ObjectIdentifier(object)] }

  /// Returns the number of an object, which counts objects with the same opening.
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
