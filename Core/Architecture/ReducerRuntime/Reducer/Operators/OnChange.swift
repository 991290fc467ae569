extension Reducer {
  /// Runs an additional reducer on actions that change a value of the state.
  @inlinable
  public func onChange<Value: Equatable, Further: Reducer<State, Action>>(
    of value: @escaping (State) -> Value,
    @ReducerBuilder<State, Action> _ reducer:
      @escaping (_ oldValue: Value, _ newValue: Value) -> Further
  ) -> ReducerOperator<State, Action> {
    onChange(of: value, removeDuplicates: ==, reducer)
  }

  /// Runs an additional reducer on actions that change a value, as determined by
  /// `removeDuplicates`.
  @inlinable
  public func onChange<Value, Further: Reducer<State, Action>>(
    of value: @escaping (State) -> Value,
    removeDuplicates isDuplicate: @escaping (Value, Value) -> Bool,
    @ReducerBuilder<State, Action> _ reducer:
      @escaping (_ oldValue: Value, _ newValue: Value) -> Further
  ) -> ReducerOperator<State, Action> {
    ReducerOperator {
      let reduce = self.assemble().reduce
      let position = Assembly.forLater
      return AssembledReducer { state, action in
        let oldValue = value(state)
        let effect = reduce(&state, action)
        let newValue = value(state)
        if isDuplicate(oldValue, newValue) { return effect }
        // The reducer depends on both values, so it can't be built in advance.
        let further = position.run { reducer(oldValue, newValue).assemble().reduce }
        return effect.merge(with: further(&state, action))
      }
    }
  }

  /// Calls a function on actions that change a value, to change the state and return an effect.
  @inlinable
  public func onChange<Value: Equatable>(
    of value: @escaping (State) -> Value,
    _ perform: @escaping (_ oldValue: Value, _ state: inout State) -> Effect<Action>
  ) -> ReducerOperator<State, Action> {
    onChange(of: value, removeDuplicates: ==, perform)
  }

  /// Calls a function on actions that change a value, to change the state and return an effect.
  ///
  /// The function `removeDuplicates` decides whether the value has changed.
  @inlinable
  public func onChange<Value>(
    of value: @escaping (State) -> Value,
    removeDuplicates isDuplicate: @escaping (Value, Value) -> Bool,
    _ perform: @escaping (_ oldValue: Value, _ state: inout State) -> Effect<Action>
  ) -> ReducerOperator<State, Action> {
    ReducerOperator {
      let reduce = self.assemble().reduce
      return AssembledReducer { state, action in
        let oldValue = value(state)
        let effect = reduce(&state, action)
        if isDuplicate(oldValue, value(state)) { return effect }
        return effect.merge(with: perform(oldValue, &state))
      }
    }
  }
}
