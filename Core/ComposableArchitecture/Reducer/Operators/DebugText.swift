import ValueDump

/// How much of an action is printed.
public enum ActionFormat: Sendable {
  /// The names of its cases and labels, without values.
  case labelsOnly
  /// All of it, one field a line.
  case prettyPrint
}

/// The text that tells of an action that arrived at a reducer.
enum DebugText {
  /// An action, and what it changed.
  static func report<State, Action>(
    of action: Action, from oldState: State, to newState: State, prefix: String = "",
    format: ActionFormat = .prettyPrint
  ) -> String {
    let change = diff(oldState, newState) ?? "  (No state changes)"
    return report(of: action, prefix: prefix, format: format) + change + "\n"
  }

  /// An action alone.
  static func report<Action>(
    of action: Action, prefix: String = "", format: ActionFormat = .prettyPrint
  ) -> String {
    let title = prefix.isEmpty ? "" : "\(prefix): "
    return "\(title)received action:\n\(text(of: action, format: format))\n"
  }

  /// The type of an action, and the names of its cases and of their labels.
  static func labels<Action>(of action: Action) -> String {
    TypeNames.shortened(String(reflecting: type(of: action))) + names(in: action)
  }

  private static func text<Action>(of action: Action, format: ActionFormat) -> String {
    switch format {
    case .labelsOnly: "  " + labels(of: action)
    case .prettyPrint: String(customDumping: action, indent: 2)
    }
  }

  private static func names(in value: Any) -> String {
    let mirror = Mirror(reflecting: value)
    switch mirror.displayStyle {
    case .enum:
      guard let child = mirror.children.first else { return ".\(value)" }
      let payload = names(in: child.value)
      return ".\(child.label ?? "")" + (payload.isEmpty ? "" : "(\(payload))")
    case .tuple:
      return mirror.children.map { label, value in
        let payload = names(in: value)
        return self.label(label) + (payload.isEmpty ? "" : " \(payload)")
      }
      .joined(separator: ", ")
    default:
      return ""
    }
  }

  /// A label as it is written in a call; the mirror of a tuple calls a missing one `.0`.
  private static func label(_ label: String?) -> String {
    guard let label, !label.hasPrefix(".") else { return "_:" }
    return "\(label):"
  }
}
