public import Observation

/// A state whose fields can be observed individually, as in `store.count`.
///
/// Use the `@ObservableState` macro to conform a state to this protocol.
public protocol ObservableState {
  /// The fields that aren't observed because they are marked `@ObservationStateIgnored`.
  static var _$ignoredFields: Set<PartialKeyPath<Self>> { get }
}

extension ObservableState {
  /// An empty set, because all fields are observed by default.
  public static var _$ignoredFields: Set<PartialKeyPath<Self>> { [] }
}

/// Makes the fields of a state individually observable through the stores that hold it.
///
///     @ObservableState
///     struct State: Equatable {
///       var name = ""
///       @Presents var detail: Profile.State?
///     }
///
/// Code that reads `store.count` in `withObservationTracking` is notified only of the next action
/// that changes the count.
@attached(extension, conformances: ObservableState, names: named(_$ignoredFields))
public macro ObservableState() =
  #externalMacro(module: "ComposableArchitectureMacros", type: "ObservableStateMacro")

/// Excludes a field of an observable state from observation.
///
///     @ObservableState
///     struct State: Equatable {
///       var name = ""
///       @ObservationStateIgnored var scrollOffset = 0.0
///     }
@attached(peer)
public macro ObservationStateIgnored() =
  #externalMacro(module: "ComposableArchitectureMacros", type: "ObservationStateMarkMacro")

/// Includes a field of an observable state in observation, which is the default.
@_documentation(visibility: internal)
@attached(peer)
public macro ObservationStateTracked() =
  #externalMacro(module: "ComposableArchitectureMacros", type: "ObservationStateMarkMacro")

extension Store: Observable {}

extension Store where State: ObservableState {
  /// Accesses a field of the state and tracks the access for observation.
  public subscript<Value>(dynamicMember keyPath: KeyPath<State, Value>) -> Value {
    observedValue(at: keyPath)
  }

  private func observedValue<Value>(at keyPath: KeyPath<State, Value>) -> Value {
    if !State._$ignoredFields.contains(keyPath) { observe(.value(keyPath)) }
    return core.state[keyPath: keyPath]
  }
}

extension Store where State: ObservableState, Action: BindableAction, Action.State == State {
  /// Accesses a field of the state, which sends a binding action when set: `store.count = 42`.
  public subscript<Value: Equatable & Sendable>(
    dynamicMember keyPath: WritableKeyPath<State, Value>
  ) -> Value {
    get { observedValue(at: keyPath) }
    set { send(.setByBinding(.set(keyPath, newValue))) }
  }
}

extension Store
where
  State: ObservableState, Action: ViewAction, Action.ViewAction: BindableAction,
  Action.ViewAction.State == State
{
  /// Accesses a field of the state, which sends a binding action of the view when set.
  public subscript<Value: Equatable & Sendable>(
    dynamicMember keyPath: WritableKeyPath<State, Value>
  ) -> Value {
    get { observedValue(at: keyPath) }
    set { send(.view(.setByBinding(.set(keyPath, newValue)))) }
  }
}

extension Store {
  /// Registers a read of a field, and notifies the Observation framework of its next change.
  package func observe(_ field: ObservedField<State>) {
    registrar.access(self, keyPath: \.[observed: field.key])
    if fields.isEmpty {
      core.watchers.add { [weak self] in self?.notifyOfChanges() ?? false }
    }
    fields.add(field, in: core.state)
  }

  /// Notifies observers of changed fields, and returns whether other fields are still observed.
  private func notifyOfChanges() -> Bool {
    let state = core.state
    let changed = fields.takeChanged(in: state)
    let remains = !fields.isEmpty
    for key in changed { registrar.withMutation(of: self, keyPath: \.[observed: key]) {} }
    return remains
  }

  /// A placeholder for a field where the Observation framework requires a key path of the store.
  fileprivate subscript(observed key: ObservedField<State>.Key) -> Void { () }
}
