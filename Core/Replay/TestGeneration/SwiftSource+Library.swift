import RecordCoding
import RecordedValues
import ReducerRuntime

// Values of the library whose source differs from their recorded form.

/// A binding action, which source code creates with a key path: `.set(\.name, "Blob")`.
protocol SourceBinding {
  static var root: Any.Type { get }
  /// The properties that the key path of each case names.
  static var keyPaths: [[KeyPathComponent]] { get }
}

extension BindingAction: SourceBinding where Root: Recordable {
  static var root: Any.Type { Root.self }
  static var keyPaths: [[KeyPathComponent]] { RecordedFields<Root>.all.fields.map(\.components) }
}

/// A stack. Generated statements access its elements by their identities.
protocol SourceStack {
  static var elementType: Any.Type { get }
}

extension StackState: SourceStack {
  static var elementType: Any.Type { Element.self }
}

extension SwiftSource {
  /// Writes a binding action, or returns `nil` if other files cannot refer to its property.
  mutating func binding(
    _ values: [RecordedValue], _ element: RecordCase, at index: Int, _ type: any SourceBinding.Type
  ) -> String? {
    let paths = type.keyPaths
    guard values.count == 1, let field = element.payload.first, paths.indices.contains(index),
      let path = keyPath(of: paths[index], in: type.root),
      let value = literal(
        values[0], as: field.type, types.payload(ofCase: index, in: type).first ?? nil)
    else { return nil }
    return ".set(\(path), \(value))"
  }

  private func keyPath(of components: [KeyPathComponent], in root: Any.Type) -> String? {
    var text = "\\"
    var type: Any.Type? = root
    for component in components {
      guard let form = types.form(of: type), form.settable.contains(component.name) else {
        return nil
      }
      text += ".\(component.name.asMemberName)\(component.isUnwrapped ? "!" : "")"
      let index = form.names.firstIndex(of: component.name)
      type = index.flatMap { form.types[0][$0] }
      if component.isUnwrapped { type = SourceTypes.parts(of: type).first }
    }
    return text
  }

  /// Writes an alert, a dialog, a button or a text; `nil` for other types.
  mutating func dialog(
    _ value: RecordedValue, as type: TypeReference, _ swift: Any.Type?
  ) -> String? {
    guard let definition = schema.definition(of: type), let dialog = DialogForm(definition),
      let form = types.form(of: swift),
      case .fields(let values, let fields, _) = schema.parts(of: value, as: type),
      form.types[0].count == fields.count
    else { return nil }
    guard let head = dialog.head else { return text(values[0], as: fields[0].type) }
    var texts: [String: String] = [:]
    for part in dialog.parts {
      guard let value = dialog.written(part, of: values),
        let type = schema.type(of: part, in: fields)
      else { continue }
      var swift = form.types[0][part.index]
      if part.isWrapped { swift = types.form(of: swift)?.types[0].first ?? nil }
      guard let text = literal(value, as: type, swift) else { return nil }
      texts[fields[part.index].name ?? ""] = text
    }
    func arguments(_ labels: [String]) -> String {
      labels.compactMap { label in texts[label].map { "\(label): \($0)" } }.joined(separator: ", ")
    }
    if head == "Button" {
      let list = arguments(["role", "action"])
      return "ButtonState\(list.isEmpty ? "" : "(\(list))") { \(texts["label"] ?? "") }"
    }
    return "\(head)State(\(arguments(["title", "titleVisibility", "message", "buttons"])))"
  }

  /// Writes the pieces of a text, each with its styles.
  private func text(_ pieces: RecordedValue, as type: TypeReference) -> String? {
    guard case .elements(let values, let type, _) = schema.parts(of: pieces, as: type) else {
      return nil
    }
    let texts = values.compactMap { value -> String? in
      guard case .fields(let parts, let fields, _) = schema.parts(of: value, as: type),
        parts.count == 2, case .string(let content) = parts[0],
        case .elements(let styles, let style, _) = schema.parts(of: parts[1], as: fields[1].type)
      else { return nil }
      return styles.reduce(into: "TextState(\(content.quoted))") { text, value in
        guard case .payload(_, let element, _) = schema.parts(of: value, as: style) else { return }
        text += ".\(element.name)()"
      }
    }
    return texts.count == values.count && !texts.isEmpty ? texts.joined(separator: " + ") : nil
  }
}
