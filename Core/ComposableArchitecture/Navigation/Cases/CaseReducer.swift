/// An enumeration of reducers, which `@Reducer` makes of one whose cases hold features.
public protocol CaseReducer<State, Action>: Reducer
where State: CaseReducerState, Body: Reducer, Body.State == State, Body.Action == Action {
  /// The reducers of all cases, each of which runs while the state is in its case.
  @ReducerBuilder<State, Action>
  static var body: Body { get }
}

extension CaseReducer {
  /// The reducers of all cases.
  public var body: Body { Self.body }
}

/// The state of an enumeration of reducers, which knows by which reducers it is evolved.
public protocol CaseReducerState {
  /// The enumeration of reducers.
  associatedtype StateReducer: CaseReducer where StateReducer.State == Self
}
