package import ComposableArchitecture

/// A row of the shopping list: a product that is to be bought.
@Reducer
package struct ProductFeature {
  /// What a row knows.
  @Recordable
  package struct State: Equatable, Identifiable, Codable, Sendable {
    /// What tells the row from all others.
    package let id: UUID
    /// The name of the product.
    package var name: String
    /// Whether the product was bought; once it was counted how many times.
    @RecordedAs("timesBought", converting: { (times: Int) in times > 0 })
    package var isBought: Bool

    /// Creates a row.
    package init(id: UUID, name: String = "", isBought: Bool = false) {
      self.id = id
      self.name = name
      self.isBought = isBought
    }
  }

  /// What can happen to a row.
  @Recordable
  package enum Action: Equatable, Sendable {
    /// The product was given a name, which may be a part of what is still typed.
    case updateName(String)
    /// The name is typed to its end.
    case nameSubmitted
    /// The product was bought, or was not after all.
    case toggleStatus
  }

  /// Creates the feature.
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
