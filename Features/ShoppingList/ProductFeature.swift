package import ComposableArchitecture

/// A row of the shopping list: a product to buy.
@Reducer(.recordable)
package struct ProductFeature {
  package struct State: Equatable, Identifiable, Codable, Sendable {
    package let id: UUID
    package var name: String
    /// Whether the product was bought. Earlier versions recorded how many times.
    @RecordedAs("timesBought", converting: { (times: Int) in times > 0 })
    package var isBought: Bool

    package init(id: UUID, name: String = "", isBought: Bool = false) {
      self.id = id
      self.name = name
      self.isBought = isBought
    }
  }

  package enum Action: Equatable, Sendable {
    /// The user typed in the name field. The name may be incomplete.
    case updateName(String)
    /// The user finished typing the name.
    case nameSubmitted
    case toggleStatus
  }

  package init() {}

  package func reduce(into state: inout State, action: Action) -> Effect<Action> {
    switch action {
    case .updateName(let name):
      state.name = name
    case .nameSubmitted:
      break
    case .toggleStatus:
      state.isBought.toggle()
    }
    return .none
  }
}
