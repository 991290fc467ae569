import SharedState
import ValueDump

extension Reducer {
  /// Prints each action and its changes in debug builds.
  ///
  /// Prints nothing if `printer` is `nil`. Changes by parents of this reducer are not printed.
  public func _printChanges(
    _ printer: _ReducerPrinter<State, Action>? = .customDump
  ) -> ReducerOperator<State, Action> {
    watching(
      printer.map { printer in
        { printer.printChange(receivedAction: $0, oldState: $1, newState: $2) }
      })
  }

  /// Prints each action and the difference it makes to the state, in debug builds.
  public func debug(
    _ prefix: String = "", actionFormat: ActionFormat = .prettyPrint,
    printer: @escaping @Sendable (String) -> Void = { Swift.print($0) }
  ) -> ReducerOperator<State, Action> {
    watching { action, oldState, newState in
      printer(
        DebugText.report(
          of: action, from: oldState, to: newState, prefix: prefix, format: actionFormat))
    }
  }

  /// Prints each action in debug builds.
  public func debugActions(
    _ prefix: String = "", actionFormat: ActionFormat = .prettyPrint,
    printer: @escaping @Sendable (String) -> Void = { Swift.print($0) }
  ) -> ReducerOperator<State, Action> {
    watching { action, _, _ in
      printer(DebugText.report(of: action, prefix: prefix, format: actionFormat))
    }
  }

  private func watching(
    _ notify: ((_ action: Action, _ oldState: State, _ newState: State) -> Void)?
  ) -> ReducerOperator<State, Action> {
    #if DEBUG
      guard let notify else { return ReducerOperator(assemble) }
      return ReducerOperator {
        let reduce = self.assemble().reduce
        return AssembledReducer { state, action in
          let oldState = state
          let (effect, _) = SharedScope.tracking {
            (reduce(&state, action), state)
          } then: { _, newState in
            notify(action, oldState, newState)
          }
          return effect
        }
      }
    #else
      return ReducerOperator(assemble)
    #endif
  }
}

/// A printer for actions and the state changes they cause.
public struct _ReducerPrinter<State, Action>: Sendable {
  private let print:
    @Sendable (_ receivedAction: Action, _ oldState: State, _ newState: State) -> Void

  /// Creates a printer from a function.
  public init(
    printChange:
      @escaping @Sendable (
        _ receivedAction: Action, _ oldState: State, _ newState: State
      ) -> Void
  ) {
    print = printChange
  }

  /// Prints an action and the state change it caused.
  public func printChange(receivedAction: Action, oldState: State, newState: State) {
    print(receivedAction, oldState, newState)
  }
}

extension _ReducerPrinter {
  /// A printer for the whole action and the difference between the states.
  public static var customDump: Self { customDump { Swift.print($0) } }

  /// A printer for the names of the action's cases and labels, without values.
  public static var actionLabels: Self { actionLabels { Swift.print($0) } }

  /// Returns a `customDump` printer that passes its output to a function.
  public static func customDump(to output: @escaping @Sendable (String) -> Void) -> Self {
    Self { action, oldState, newState in
      output(DebugText.report(of: action, from: oldState, to: newState))
    }
  }

  /// Returns an `actionLabels` printer that passes its output to a function.
  public static func actionLabels(to output: @escaping @Sendable (String) -> Void) -> Self {
    Self { action, _, _ in output("received action: \(DebugText.labels(of: action))") }
  }
}

/// The level of detail with which an action is printed.
///
///     let logged = counterReducer.debug("counter", actionFormat: .labelsOnly)
public enum ActionFormat: Sendable {
  /// The names of the action's cases and labels, without values.
  case labelsOnly
  /// The whole action, with one field per line.
  case prettyPrint
}

enum DebugText {
  static func report<State, Action>(
    of action: Action, from oldState: State, to newState: State, prefix: String = "",
    format: ActionFormat = .prettyPrint
  ) -> String {
    let change = diff(oldState, newState) ?? "  (No state changes)"
    return report(of: action, prefix: prefix, format: format) + change + "\n"
  }

  static func report<Action>(
    of action: Action, prefix: String = "", format: ActionFormat = .prettyPrint
  ) -> String {
    let title = prefix.isEmpty ? "" : "\(prefix): "
    return "\(title)received action:\n\(text(of: action, format: format))\n"
  }

  static func labels<Action>(of action: Action) -> String {
    TypeNames.name(of: type(of: action)) + names(in: action)
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

  /// Returns a label as written in a call. The mirror of a tuple names an unlabeled element `.0`.
  private static func label(_ label: String?) -> String {
    guard let label, !label.hasPrefix(".") else { return "_:" }
    return "\(label):"
  }
}
