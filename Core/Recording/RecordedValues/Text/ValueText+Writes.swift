package import RecordCoding

package struct WrittenLine: Sendable {
  package let text: String
  /// The step that last wrote the content of the line; `nil` if it only opens or closes parts.
  package let step: UInt64?
  /// The path and the value, if the line shows a whole value.
  package let value: (path: String, text: String)?
}

extension ValueText {
  /// The number of elements, written by one step, that may follow the first without being folded.
  private static let foldedRun = 4

  /// Long runs of elements that the same step wrote are folded.
  package func lines(
    of value: RecordedValue, as type: TypeReference, writtenBy writes: WriteTree,
    folding: Bool = true
  ) -> [WrittenLine] {
    var outline = WrittenOutline(text: self, folds: folding, foldedRun: Self.foldedRun)
    outline.append(
      value, as: type, writes, WrittenOutline.LineContext(path: "", indent: "", label: "", end: ""))
    return outline.lines
  }
}

private struct WrittenOutline {
  struct LineContext {
    let path: String
    let indent: String
    let label: String
    let end: String
  }

  private struct Part {
    let value: RecordedValue
    let type: TypeReference
    let writes: WriteTree
    let path: String
    let label: String
  }

  let text: ValueText
  let folds: Bool
  let foldedRun: Int
  var lines: [WrittenLine] = []

  mutating func append(
    _ value: RecordedValue, as type: TypeReference, _ writes: WriteTree, _ context: LineContext
  ) {
    guard let outline = text.outline(of: value, as: type) else {
      let shown = text.text(of: value, as: type)
      lines.append(
        WrittenLine(
          text: context.indent + context.label + shown + context.end, step: writes.latest,
          value: (context.path, shown)))
      return
    }
    switch text.schema.parts(of: value, as: type) {
    case .some(let value, let wrapped): append(value, as: wrapped, writes[0], context)
    case .elements(let values, let element, let kind):
      let parts = values.indices.map {
        part(values[$0], at: $0, as: element, in: kind, writes, context)
      }
      append(parts, outline, context, step: writes.step, isList: true)
    case .pairs(let pairs, let key, let element):
      let parts = pairs.map { pair in
        Part(
          value: pair.value, type: element,
          writes: writes[key: text.schema.bytes(of: pair.key, as: key)],
          path: "\(context.path)[\(text.keyText(of: pair.key, as: key))]",
          label: "\(text.text(of: pair.key, as: key)): ")
      }
      append(parts, outline, context, step: writes.step, isList: true)
    case .fields(let values, let fields, _):
      append(fields: values, fields, outline, writes, context.path, context)
    case .payload(let values, let element, _):
      let path = context.path.appending(name: element.name)
      append(fields: values, element.payload, outline, writes, path, context)
    case .leaf, .none: break
    }
  }

  private func part(
    _ value: RecordedValue, at index: Int, as type: TypeReference, in kind: ListKind,
    _ writes: WriteTree, _ context: LineContext
  ) -> Part {
    switch kind.matching {
    case .members:
      return Part(
        value: value, type: type, writes: WriteTree(step: writes.latest), path: context.path,
        label: "")
    case .positions, .ids:
      return Part(
        value: value, type: type, writes: writes[index],
        path: context.path + text.brackets(of: value, at: index, as: type, in: kind),
        label: "[\(index)]: ")
    }
  }

  private mutating func append(
    fields values: [RecordedValue], _ fields: [RecordField], _ outline: ValueOutline,
    _ writes: WriteTree, _ path: String, _ context: LineContext
  ) {
    let parts = zip(fields, values).enumerated().map { index, part in
      Part(
        value: part.1, type: part.0.type, writes: writes[index],
        path: fields.path(of: index, in: path),
        label: part.0.name.map { "\($0.asWrittenName): " } ?? "")
    }
    append(parts, outline, context, step: nil, isList: false)
  }

  private mutating func append(
    _ parts: [Part], _ outline: ValueOutline, _ context: LineContext, step: UInt64?, isList: Bool
  ) {
    lines.append(
      WrittenLine(text: context.indent + context.label + outline.opening, step: step, value: nil))
    let indent = context.indent + "  "
    var index = 0
    while index < parts.count {
      let part = parts[index]
      append(
        part.value, as: part.type, part.writes,
        LineContext(
          path: part.path, indent: indent, label: part.label,
          end: index + 1 == parts.count ? "" : ","))
      index += 1
      guard isList, folds, let only = part.writes.only else { continue }
      let end = parts[index...].firstIndex { $0.writes.only != only } ?? parts.count
      guard end - index > foldedRun else { continue }
      lines.append(
        WrittenLine(text: "\(indent)… (\(end - index) more)", step: only, value: nil))
      index = end
    }
    lines.append(
      WrittenLine(text: context.indent + outline.closing + context.end, step: nil, value: nil))
  }
}

extension WriteTree {
  /// The last step that wrote the value or part of it.
  package var latest: UInt64 {
    switch parts {
    case .none: step
    case .list(let parts): parts.reduce(step) { max($0, $1.latest) }
    case .entries(let entries): entries.values.reduce(step) { max($0, $1.latest) }
    }
  }

  /// The step that wrote the whole value; `nil` if several steps did.
  fileprivate var only: UInt64? {
    switch parts {
    case .none: return step
    case .list(let parts): return parts.allSatisfy { $0.only == step } ? step : nil
    case .entries(let entries):
      return entries.values.allSatisfy { $0.only == step } ? step : nil
    }
  }
}
