extension Reducer {
  /// Runs a further reducer on actions with which a value of the state changes.
  @inlinable
  public func onChange<Value: Equatable, Further: Reducer<State, Action>>(
    of value: @escaping (State) -> Value,
    @ReducerBuilder<State, Action> _ reducer:
      @escaping (_ oldValue: Value, _ newValue: Value) -> Further
  ) -> ReducerOperator<State, Action> {
    onChange(of: value, removeDuplicates: ==, reducer)
  }

  /// Runs a further reducer on actions with which a value of the state changes, as told by
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
        // Not built before: what it is made of are the two values.
        let further = position.run { reducer(oldValue, newValue).assemble().reduce }
        return effect.merge(with: further(&state, action))
      }
    }
  }

  /// Changes the state further, and returns an effect, on actions with which a value changes.
  @inlinable
  public func onChange<Value: Equatable>(
    of value: @escaping (State) -> Value,
    _ perform: @escaping (_ oldValue: Value, _ state: inout State) -> Effect<Action>
  ) -> ReducerOperator<State, Action> {
    onChange(of: value, removeDuplicates: ==, perform)
  }

  /// Changes the state further, and returns an effect, on actions with which a value changes, as
  /// told by `removeDuplicates`.
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
