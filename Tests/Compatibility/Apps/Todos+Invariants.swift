import ComposableArchitecture
import Foundation

extension Todos: InvariantReducer {
  static var invariants: [Invariant<State, Action>] {
    [
      Invariant("Completed todos are last once a second has passed", remembering: Duration.zero) {
        changed, moment in
        switch moment.action {
        case .todos(.element(id: _, action: .binding(\.isComplete))), .move: changed = moment.time
        default: break
        }
        let completed = moment.state.todos.drop { !$0.isComplete }
        return moment.time - changed <= .seconds(1) || completed.allSatisfy(\.isComplete)
      },
      Invariant("Todos keep their order for a second after a completion", remembering: Sorting()) {
        sorting, moment in
        sorting.update(moment)
      },
      Invariant("No completed todo is left after clearing", remembering: ()) { _, moment in
        guard case .clearCompletedButtonTapped? = moment.action else { return true }
        return !moment.state.todos.contains(where: \.isComplete)
      },
      Invariant("Only the selected todos are deleted", remembering: ShownTodos()) {
        shown, moment in
        shown.update(moment)
      },
    ]
  }

  /// Returns whether rows with the indices of an action are shown.
  static func isOffered(_ action: Action, in state: State) -> Bool {
    let rows = state.filteredTodos.indices
    return switch action {
    case .delete(let indices): indices.allSatisfy(rows.contains)
    case .move(let indices, let destination):
      indices.allSatisfy(rows.contains) && (0...rows.count).contains(destination)
    default: true
    }
  }
}

/// The times at which todos may be sorted.
private struct Sorting: Sendable {
  private var order: [UUID] = []
  private var completed = Duration.zero
  private var moves: Set<Duration> = []

  mutating func update(_ moment: Invariant<Todos.State, Todos.Action>.Moment) -> Bool {
    defer { order = Array(moment.state.todos.ids) }
    switch moment.action {
    case .move: moves.insert(moment.time)
    case .todos(.element(id: _, action: .binding(\.isComplete))): completed = moment.time
    case .sortCompletedTodos:
      return order == Array(moment.state.todos.ids)
        || moment.time - completed >= .seconds(1)
        || moves.contains(moment.time - .milliseconds(100))
    default: break
    }
    return true
  }
}

/// The todos, and the todos that the filter shows.
private struct ShownTodos: Sendable {
  private var all: [UUID] = []
  private var shown: [UUID] = []

  mutating func update(_ moment: Invariant<Todos.State, Todos.Action>.Moment) -> Bool {
    let ids = Array(moment.state.todos.ids)
    defer { (all, shown) = (ids, Array(moment.state.filteredTodos.ids)) }
    guard case .delete(let indices)? = moment.action else { return true }
    let deleted = indices.map { shown[$0] }
    return ids == all.filter { !deleted.contains($0) }
  }
}
