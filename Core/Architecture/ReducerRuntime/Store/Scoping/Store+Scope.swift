public import CaseKeyPaths
import DependencyInjection
public import IdentifiedArrays
import Issues
import ValueDump

extension Store {
  // Disfavored because the overloads for optional parts and for collections have default arguments.
  /// Returns a store of a part of the state, which wraps its actions in a case of this store's
  /// actions.
  ///
  /// Scoping to the same part again returns the same store.
  @_disfavoredOverload
  public func scope<ChildState, ChildAction>(
    state: KeyPath<State, ChildState>, action: CaseKeyPath<Action, ChildAction>
  ) -> Store<ChildState, ChildAction> {
    children.store(ScopePath(state: state, action: action), id: nil) {
      Store<ChildState, ChildAction>(PartCore(core, state, AnyCasePath(action).embed))
    }
  }

  /// Returns a store of an optional part of the state, or `nil` if the part is absent.
  ///
  /// Scoping again returns the same store as long as the part keeps its identity. After the part is
  /// removed, its store keeps the last state that it has seen, and ignores actions.
  public func scope<ChildState, ChildAction>(
    state: KeyPath<State, ChildState?>, action: CaseKeyPath<Action, ChildAction>,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
    column: UInt = #column
  ) -> Store<ChildState, ChildAction>? {
    checkIsCached(CodeLocation(fileID: fileID, filePath: filePath, line: line, column: column))
    observe(.presence(state))
    let path = ScopePath(state: state, action: action)
    guard !core.isGone, let child = core.state[keyPath: state] else {
      children.forget(path)
      return nil
    }
    let identifier = identifying(ChildState.self)
    let id = identifier?(child)
    return children.store(path, id: id) {
      Store<ChildState, ChildAction>(
        OptionalCore(
          core, child,
          read: { parent in
            parent[keyPath: state].flatMap { identifier?($0) == id ? $0 : nil }
          }, AnyCasePath(action).embed))
    }
  }

  /// Returns the stores of the elements of a collection, in order.
  ///
  /// An element keeps its store for as long as it is in the collection, even if it moves.
  public func scope<ID: Hashable & Sendable, ElementState, ElementAction>(
    state: KeyPath<State, IdentifiedArray<ID, ElementState>>,
    action: CaseKeyPath<Action, IdentifiedAction<ID, ElementAction>>,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
    column: UInt = #column
  ) -> StoreCollection<ID, ElementState, ElementAction> {
    checkIsCached(CodeLocation(fileID: fileID, filePath: filePath, line: line, column: column))
    observe(.ids(state))
    let rows = children.rows(ScopePath(state: state, action: action)) {
      let embed = AnyCasePath(action).embed
      return RowStores<ID, ElementState, ElementAction> { [core] id, element in
        Store<ElementState, ElementAction>(
          OptionalCore(
            core, element, read: { $0[keyPath: state][id: id] },
            { embed(.element(id: id, action: $0)) }))
      }
    }
    let elements = core.state[keyPath: state]
    rows.prune(to: elements)
    return StoreCollection(elements: elements, rows: rows)
  }

  private func checkIsCached(_ location: CodeLocation) {
    guard !core.isCached else { return }
    let type = TypeNames.shortened(String(reflecting: State.self))
    location.report(
      """
      A store of '\(type)' that is not cached was scoped to an optional state or a collection.

      A store that "scope" creates with functions is a new one each time, and so are the stores \
      created from it. Their identity and what observes them are lost. Use key paths for every \
      scope: "scope(state: \\.child, action: \\.child)".
      """)
  }
}

/// The stores of a collection's elements, each of which is created on first access.
///
/// <!-- context: todoList -->
///     for row in store.scope(state: \.todos, action: \.todos) {
///       row.send(.toggled)
///     }
@MainActor
public struct StoreCollection<ID: Hashable & Sendable, State, Action> {
  let elements: IdentifiedArray<ID, State>
  let rows: RowStores<ID, State, Action>
}

extension StoreCollection: @MainActor RandomAccessCollection {
  /// The position of the first store, which is 0.
  public var startIndex: Int { 0 }

  /// The number of stores.
  public var endIndex: Int { elements.count }

  /// Accesses the store of the element at a position.
  public subscript(position: Int) -> Store<State, Action> {
    rows.store(id: elements.ids[position], state: elements[position])
  }
}
