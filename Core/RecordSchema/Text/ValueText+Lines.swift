package import RecordCoding

extension ValueText {
  /// The value over several lines, one field or element a line, each level indented by two spaces.
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
