public import CaseKeyPaths
import DependencyInjection
public import IdentifiedArrays
public import Issues

extension Reducer {
  /// Runs an element's reducer on one element of a collection, before the parent's own reducer.
  ///
  /// The effects of an element are canceled when it is removed. An action for a missing element is
  /// reported at the location where the reducers were composed.
  @inlinable
  public func forEach<ID: Hashable & Sendable, ElementState, ElementAction, Element: Reducer>(
    _ elements: WritableKeyPath<State, IdentifiedArray<ID, ElementState>>,
    action: CaseKeyPath<Action, IdentifiedAction<ID, ElementAction>>,
    @ReducerBuilder<ElementState, ElementAction> element: () -> Element,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
    column: UInt = #column
  ) -> ReducerOperator<State, Action>
  where Element.State == ElementState, Element.Action == ElementAction {
    forEach(
      StateField(elements), AnyCasePath(action), element: element(),
      CodeLocation(fileID: fileID, filePath: filePath, line: line, column: column))
  }

  @inlinable
  package func forEach<ID: Hashable & Sendable, Element: Reducer>(
    _ field: StateField<State, IdentifiedArray<ID, Element.State>>,
    _ path: AnyCasePath<Action, IdentifiedAction<ID, Element.Action>>,
    element: Element, _ location: CodeLocation
  ) -> ReducerOperator<State, Action> {
    ReducerOperator {
      let reduceParent = self.assemble().reduce
      let children = ChildScopes<ID>()
      let reduceElement = children.assembleElements { element.assemble().reduce }
      let hasInner = children.hasInner
      return AssembledReducer { state, action in
        var effect = Effect<Action>.none
        if case .element(let id, let elementAction)? = path.extract(from: action) {
          if let index = field.read(in: &state, { $0.index(id: id) }) {
            let elementEffect = field.modify(&state) { elements in
              guard hasInner else { return reduceElement(&elements[index], elementAction) }
              return children.reducing(id) { reduceElement(&elements[index], elementAction) }
            }
            if !elementEffect.isNone {
              effect = children.bind(
                elementEffect.map { path.embed(.element(id: id, action: $0)) }, to: id)
            }
          } else {
            location.reportMissingElement(id: id, action: action)
          }
        }
        effect = effect.merge(with: reduceParent(&state, action))
        if children.hasEffects {
          children.cancel { id in field.read(in: &state) { $0.index(id: id) == nil } }
        }
        return effect
      }
    }
  }
}
