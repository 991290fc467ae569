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
          let effect = reduce(&state, action)
          tell(action, oldState, state)
          return effect
        }
      }
    #else
      return ReducerOperator(assemble)
    #endif
  }
}
