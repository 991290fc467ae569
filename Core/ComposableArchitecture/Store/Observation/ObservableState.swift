public import Observation

/// State whose parts can be observed one by one: `store.count`.
///
/// `@ObservableState` declares it.
public protocol ObservableState {
  /// The parts whose changes nobody is told of; those marked `@ObservationStateIgnored`.
  static var _$ignoredFields: Set<PartialKeyPath<Self>> { get }
}

extension ObservableState {
  /// No part is left out.
  public static var _$ignoredFields: Set<PartialKeyPath<Self>> { [] }
}

/// Lets the parts of a state be observed one by one, through the stores that hold it.
///
///     @ObservableState
///     struct State: Equatable {
///       var name = ""
///       @Presents var detail: Profile.State?
///     }
///
/// `store.count` in `withObservationTracking` tells of the next action that changes the count, and of
/// no other one.
@attached(extension, conformances: ObservableState, names: named(_$ignoredFields))
public macro ObservableState() =
  #externalMacro(module: "ComposableArchitectureMacros", type: "ObservableStateMacro")

/// Marks a part of an observable state whose changes nobody is told of.
///
///     @ObservableState
///     struct State: Equatable {
///       var name = ""
///       @ObservationStateIgnored var scrollOffset = 0.0
///     }
@attached(peer)
public macro ObservationStateIgnored() =
  #externalMacro(module: "ComposableArchitectureMacros", type: "ObservationStateMarkMacro")

/// Marks a part of an observable state that is observed, as all are that are not ignored.
@_documentation(visibility: internal)
@attached(peer)
public macro ObservationStateTracked() =
  #externalMacro(module: "ComposableArchitectureMacros", type: "ObservationStateMarkMacro")

extension Store: Observable {}

extension Store where State: ObservableState {
  /// A part of the state, which can be observed.
  public subscript<Value>(dynamicMember keyPath: KeyPath<State, Value>) -> Value {
    observedValue(at: keyPath)
  }

  private func observedValue<Value>(at keyPath: KeyPath<State, Value>) -> Value {
    if !State._$ignoredFields.contains(keyPath) { observe(.value(keyPath)) }
    return core.state[keyPath: keyPath]
  }
}

extension Store where State: ObservableState, Action: BindableAction, Action.State == State {
  /// A part of the state; setting it sends the binding action that sets the part: `store.count = 42`.
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
  /// A part of the state; setting it sends the view's binding action that sets the part.
  public subscript<Value: Equatable & Sendable>(
    dynamicMember keyPath: WritableKeyPath<State, Value>
  ) -> Value {
    get { observedValue(at: keyPath) }
    set { send(.view(.setByBinding(.set(keyPath, newValue)))) }
  }
}

extension Store {
  /// Lets the framework know that a field is read, and tells it of the field's next change.
  func observe(_ field: ObservedField<State>) {
    registrar.access(self, keyPath: \.[observed: field.key])
    if fields.isEmpty {
      core.watchers.add { [weak self] in self?.tellOfChanges() ?? false }
    }
    fields.add(field, in: core.state)
  }

  /// Tells of the fields that have changed; returns whether there are more to watch.
  private func tellOfChanges() -> Bool {
    let state = core.state
    let changed = fields.takeChanged(in: state)
    let remains = !fields.isEmpty
    for key in changed { registrar.withMutation(of: self, keyPath: \.[observed: key]) {} }
    return remains
  }

  /// Stands for a field where the framework wants a key path of the store.
  fileprivate subscript(observed key: ObservedField<State>.Key) -> Void { () }
}
