public import DependencyInjection
public import RecordCoding
public import ReducerRuntime

extension Store where State: Recordable, Action: Recordable {
  /// Creates a store that a recorder records from its first step.
  ///
  ///     let store = Store(initialState: Feed.State(), recorder: recorder) { Feed() }
  ///
  /// The recorder is installed after all overrides of dependencies. A replay therefore answers
  /// their values.
  public convenience init<R: Reducer<State, Action>>(
    initialState: @autoclosure () -> State, recorder: SessionRecorder<State, Action>,
    @ReducerBuilder<State, Action> reducer: () -> R,
    withDependencies prepareDependencies: ((inout DependencyValues) -> Void)? = nil
  ) {
    let isRecorded = recorder.prepare { reducer().assemble() }
    self.init(
      initialState: initialState(), reducer: reducer,
      withDependencies: { values in
        prepareDependencies?(&values)
        if isRecorded { recorder.install(in: &values) }
      }, observer: isRecorded ? recorder : nil)
  }
}
