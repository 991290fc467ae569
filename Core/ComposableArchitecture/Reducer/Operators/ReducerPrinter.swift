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
