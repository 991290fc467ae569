extension Reducer {
  /// Runs an element's reducer on one element of a collection, before the parent's own reducer.
  ///
  /// The effects of an element that is removed are cancelled. An action for an element that is not
  /// there is reported, with the place where the reducers were composed.
  public func forEach<ID: Hashable & Sendable, ElementState, ElementAction, Element: Reducer>(
    _ elements: WritableKeyPath<State, IdentifiedArray<ID, ElementState>>,
    action: CaseKeyPath<Action, IdentifiedAction<ID, ElementAction>>,
    @ReducerBuilder<ElementState, ElementAction> element: () -> Element,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
    column: UInt = #column
  ) -> some Reducer<State, Action>
  where Element.State == ElementState, Element.Action == ElementAction {
    ForEachReducer(
      parent: self, elements: elements, action: AnyCasePath(action), element: element(),
      site: CompositionSite(fileID: fileID, filePath: filePath, line: line, column: column))
  }
}

/// A parent's reducer with a collection of children.
struct ForEachReducer<Parent: Reducer, ID: Hashable & Sendable, Element: Reducer>: ReducerOperator {
  typealias State = Parent.State
  typealias Action = Parent.Action

  let parent: Parent
  let elements: WritableKeyPath<Parent.State, IdentifiedArray<ID, Element.State>>
  let action: AnyCasePath<Parent.Action, IdentifiedAction<ID, Element.Action>>
  let element: Element
  let site: CompositionSite

  func assemble() -> AssembledReducer<Parent.State, Parent.Action> {
    let reduceParent = parent.assemble().reduce
    let reduceElement = element.assemble().reduce
    let children = ChildScopes<ID>()
    let (elements, path, site) = (elements, action, site)
    return AssembledReducer { state, action in
      var effect = Effect<Action>.none
      if case .element(let id, let elementAction)? = path.extract(from: action) {
        if let index = state[keyPath: elements].index(id: id) {
          effect = reduceElement(&state[keyPath: elements][index], elementAction)
            .map { path.embed(.element(id: id, action: $0)) }
          effect = children.bind(effect, to: id)
        } else {
          site.reportMissingElement(id: id, action: action)
        }
      }
      effect = effect.merge(with: reduceParent(&state, action))
      children.cancel { state[keyPath: elements].index(id: $0) == nil }
      return effect
    }
  }
}
