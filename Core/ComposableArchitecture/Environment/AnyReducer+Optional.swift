extension AnyReducer {
  /// The reducer of optional state, which runs while there is some.
  ///
  /// An action that arrives while the state is `nil` is reported, with the place of this call.
  /// Combine the reducer that clears the state after this one.
  public func optional(
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
    column: UInt = #column
  ) -> AnyReducer<State?, Action, Environment> {
    let site = CompositionSite(fileID: fileID, filePath: filePath, line: line, column: column)
    return AnyReducer<State?, Action, Environment>(assemble: { environment in
      let reduce = assemble(environment).reduce
      return AssembledReducer { state, action in
        if let effect = state.mutate({ reduce(&$0, action) }) { return effect }
        site.reportMissingOptional(action: action)
        return .none
      }
    })
  }
}

extension CompositionSite {
  fileprivate func reportMissingOptional<Action>(action: Action) {
    report(
      """
      An "optional" reducer at "\(fileID):\(line)" received an action when state was "nil". …

        Action:
      \(indented(action))

      The state became "nil" before the action arrived, or was never set. Combine optional \
      reducers before those that set their state to "nil", and cancel their effects when they do.
      """)
  }
}
