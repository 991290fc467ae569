import SharedState
import ValueDump

extension Reducer {
  /// Prints each action and what it changed, in builds for debugging.
  ///
  /// Without a printer, nothing is printed. What is printed is what this reducer did, not what its
  /// parents did.
  public func _printChanges(
    _ printer: _ReducerPrinter<State, Action>? = .customDump
  ) -> ReducerOperator<State, Action> {
    watching(
      printer.map { printer in
        { printer.printChange(receivedAction: $0, oldState: $1, newState: $2) }
      })
  }

  /// Prints each action and the difference between the states before and after it, in builds for
  /// debugging.
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

  /// Prints each action, in builds for debugging.
  public func debugActions(
    _ prefix: String = "", actionFormat: ActionFormat = .prettyPrint,
    printer: @escaping @Sendable (String) -> Void = { Swift.print($0) }
  ) -> ReducerOperator<State, Action> {
    watching { action, _, _ in
      printer(DebugText.report(of: action, prefix: prefix, format: actionFormat))
    }
  }

  /// This reducer, with a function told of each action and of the states before and after it.
  private func watching(
    _ tell: ((_ action: Action, _ oldState: State, _ newState: State) -> Void)?
  ) -> ReducerOperator<State, Action> {
    #if DEBUG
      guard let tell else { return ReducerOperator(assemble) }
      return ReducerOperator {
        let reduce = self.assemble().reduce
        return AssembledReducer { state, action in
          let oldState = state
          let (effect, _) = SharedScope.tracking {
            (reduce(&state, action), state)
          } then: { _, newState in
            tell(action, oldState, newState)
          }
          return effect
        }
      }
    #else
      return ReducerOperator(assemble)
    #endif
  }
}

/// Prints what an action does to a state.
public struct _ReducerPrinter<State, Action>: Sendable {
  private let print:
    @Sendable (_ receivedAction: Action, _ oldState: State, _ newState: State) -> Void

  /// Creates a printer of a function.
  public init(
    printChange:
      @escaping @Sendable (
        _ receivedAction: Action, _ oldState: State, _ newState: State
      ) -> Void
  ) {
    print = printChange
  }

  /// Prints an action and what it changed.
  public func printChange(receivedAction: Action, oldState: State, newState: State) {
    print(receivedAction, oldState, newState)
  }
}

extension _ReducerPrinter {
  /// Prints the whole action, and the difference between the states.
  public static var customDump: Self { customDump { Swift.print($0) } }

  /// Prints only the names of the action's cases and labels, not its values.
  public static var actionLabels: Self { actionLabels { Swift.print($0) } }

  /// A `customDump` that gives its text to a function.
  public static func customDump(to output: @escaping @Sendable (String) -> Void) -> Self {
    Self { action, oldState, newState in
      output(DebugText.report(of: action, from: oldState, to: newState))
    }
  }

  /// An `actionLabels` that gives its text to a function.
  public static func actionLabels(to output: @escaping @Sendable (String) -> Void) -> Self {
    Self { action, _, _ in output("received action: \(DebugText.labels(of: action))") }
  }
}

/// How much of an action is printed.
///
///     let logged = counterReducer.debug("counter", actionFormat: .labelsOnly)
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
    let change = difference(oldState, newState) ?? "  (No state changes)"
    return report(of: action, prefix: prefix, format: format) + change + "\n"
  }

  /// The lines in which two states differ, with the shared values before and after the step.
  private static func difference<State>(_ oldState: State, _ newState: State) -> String? {
    // Both states refer to the same shared values, so a changed one differs only in the dumps.
    guard let view = SharedScope.view, !view.isQuiet else { return diff(oldState, newState) }
    let old = view.showingExpected { String(customDumping: oldState) }
    return diffLines(old, String(customDumping: newState))
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
