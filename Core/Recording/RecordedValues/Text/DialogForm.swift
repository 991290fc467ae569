package import RecordCoding

/// The short form of the library's dialogs and buttons, whose types have more parts than a reader
/// needs:
/// `Alert("Delete 7?", buttons: [Button("Delete", action: .confirmed, role: .destructive)])`.
///
/// Parts that are absent are omitted. A text without styles is its string.
package struct DialogForm: Sendable {
  package struct Part: Sendable {
    /// The index of the field in the type.
    package let index: Int
    /// The label of the part; `nil` for the first one.
    package let label: String?
    /// Whether the part is a structure with one field, whose value is written instead.
    package let isWrapped: Bool
  }

  /// The word before the parentheses; `nil` for a text.
  package let head: String?
  package let parts: [Part]

  /// Returns `nil` unless the type is one of the library's, with the expected fields.
  package init?(_ definition: TypeDefinition) {
    guard definition.name.hasPrefix("ComposableArchitecture."),
      case .structure(let fields) = definition.kind
    else { return nil }
    let names: [String]
    switch definition.shortName {
    case "AlertState": (head, names) = ("Alert", ["title", "message", "buttons"])
    case "ConfirmationDialogState":
      (head, names) = (
        "ConfirmationDialog", ["title", "titleVisibility", "message", "buttons"]
      )
    case "ButtonState": (head, names) = ("Button", ["label", "action", "role"])
    case "TextState": (head, names) = (nil, ["pieces"])
    default: return nil
    }
    let indices = names.compactMap { name in fields.firstIndex { $0.name == name } }
    guard indices.count == names.count, fields.count == names.count else { return nil }
    let isButton = definition.shortName == "ButtonState"
    parts = zip(names, indices).enumerated().map { position, part in
      Part(
        index: part.1, label: position == 0 ? nil : part.0,
        isWrapped: isButton && part.0 == "action")
    }
  }

  /// Whether the value is short enough for one line: a button.
  var isLine: Bool { head == "Button" }

  /// Returns the string of a text that is one piece without styles.
  package func plainText(of values: [RecordedValue]) -> RecordedValue? {
    guard head == nil, case .sequence(let pieces) = values.first, pieces.count == 1,
      case .product(let piece) = pieces[0], piece.count == 2, case .string = piece[0],
      case .sequence([]) = piece[1]
    else { return nil }
    return piece[0]
  }

  /// Returns the fields of a text that is one piece without styles.
  package static func fields(ofPlainText text: String) -> RecordedValue {
    .product([.sequence([.product([.string(text), .sequence([])])])])
  }

  /// Returns the value that is written for a part, or `nil` if it is absent.
  package func written(_ part: Part, of values: [RecordedValue]) -> RecordedValue? {
    guard values.indices.contains(part.index) else { return nil }
    let value = part.isWrapped ? values[part.index].field(at: 0) : values[part.index]
    switch value {
    case .none?, .sequence([])?: return nil
    default: return value
    }
  }
}

extension Schema {
  /// Returns the type of the value that is written for a part of a dialog.
  package func type(of part: DialogForm.Part, in fields: [RecordField]) -> TypeReference? {
    let type = fields[part.index].type
    guard part.isWrapped else { return type }
    guard case .structure(let inner) = definition(of: type)?.kind, inner.count == 1 else {
      return nil
    }
    return inner[0].type
  }
}
