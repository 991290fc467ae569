/// The source of a store's state and the destination of its actions.
@MainActor
package class StoreCore<State, Action> {
  let watchers: StateWatchers

  init(watchers: StateWatchers) {
    self.watchers = watchers
  }

  /// The current state, or the last known one if the part no longer exists.
  package var state: State { preconditionFailure("subclasses override this property") }

  /// Whether the part of the state that this core represents no longer exists.
  var isGone: Bool { false }

  var isCached: Bool { true }

  var effectCount: Int { preconditionFailure("subclasses override this property") }

  func send(_ action: Action) -> StoreTask {
    preconditionFailure("subclasses override this method")
  }

  func cancelEffects() {}
}

final class EngineCore<State, Action>: StoreCore<State, Action> {
  private let engine: StoreEngine<State, Action>

  init(_ engine: StoreEngine<State, Action>) {
    self.engine = engine
    super.init(watchers: engine.watchers)
  }

  package override var state: State { engine.state }
  override var effectCount: Int { engine.runs.count }
  override func send(_ action: Action) -> StoreTask { engine.send(action) }
  override func cancelEffects() { engine.cancelEffects() }
}

/// A core for a part of a state that always exists.
final class PartCore<Parent, ParentAction, State, Action>: StoreCore<State, Action> {
  private let parent: StoreCore<Parent, ParentAction>
  private let path: KeyPath<Parent, State>
  private let embed: (Action) -> ParentAction

  init(
    _ parent: StoreCore<Parent, ParentAction>, _ path: KeyPath<Parent, State>,
    _ embed: @escaping (Action) -> ParentAction
  ) {
    self.parent = parent
    self.path = path
    self.embed = embed
    super.init(watchers: parent.watchers)
  }

  package override var state: State { parent.state[keyPath: path] }
  override var isCached: Bool { parent.isCached }
  override var isGone: Bool { parent.isGone }
  override var effectCount: Int { parent.effectCount }
  override func send(_ action: Action) -> StoreTask { parent.send(embed(action)) }
  override func cancelEffects() { parent.cancelEffects() }
}

package final class ComputedCore<Parent, ParentAction, State, Action>: StoreCore<State, Action> {
  private let parent: StoreCore<Parent, ParentAction>
  private let compute: (Parent) -> State
  private let embed: (Action) -> ParentAction

  package init(
    _ parent: StoreCore<Parent, ParentAction>, _ compute: @escaping (Parent) -> State,
    _ embed: @escaping (Action) -> ParentAction
  ) {
    self.parent = parent
    self.compute = compute
    self.embed = embed
    super.init(watchers: parent.watchers)
  }

  package override var state: State { compute(parent.state) }
  override var isCached: Bool { false }
  override var isGone: Bool { parent.isGone }
  override var effectCount: Int { parent.effectCount }
  override func send(_ action: Action) -> StoreTask { parent.send(embed(action)) }
  override func cancelEffects() { parent.cancelEffects() }
}

/// A core for a part of a state that can be removed or replaced.
final class OptionalCore<Parent, ParentAction, State, Action>: StoreCore<State, Action> {
  private let parent: StoreCore<Parent, ParentAction>
  private let read: (Parent) -> State?
  private let embed: (Action) -> ParentAction
  private var last: State

  init(
    _ parent: StoreCore<Parent, ParentAction>, _ state: State,
    read: @escaping (Parent) -> State?, _ embed: @escaping (Action) -> ParentAction
  ) {
    self.parent = parent
    self.read = read
    self.embed = embed
    last = state
    super.init(watchers: parent.watchers)
  }

  package override var state: State {
    if let state = read(parent.state) { last = state }
    return last
  }

  override var isCached: Bool { parent.isCached }
  override var isGone: Bool { parent.isGone || read(parent.state) == nil }
  override var effectCount: Int { parent.effectCount }

  override func send(_ action: Action) -> StoreTask {
    isGone ? StoreTask(group: nil) : parent.send(embed(action))
  }

  override func cancelEffects() { parent.cancelEffects() }
}
