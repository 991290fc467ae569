import ComposableArchitecture
import ShoppingList

/// A reducer for a row of the list, which has no dependencies.
let productReducer = AnyReducer<ProductFeature.State, ProductFeature.Action, Void> {
  state, action, _ in
  switch action {
  case .updateName(let name):
    state.name = name
  case .toggleStatus:
    state.isBought.toggle()
  case .nameSubmitted:
    break
  }
  return .none
}

/// A reducer for the list that takes its dependencies from an environment.
let shoppingListReducer = AnyReducer<
  ShoppingListFeature.State, ShoppingListFeature.Action, ShoppingListEnvironment
>.combine(
  productReducer.forEach(state: \.products, action: \.products, environment: { _ in }),
  AnyReducer { state, action, environment in
    switch action {
    case .addProduct:
      state.products.insert(ProductFeature.State(id: environment.uuidGenerator()), at: 0)
      return .none
    case .loadProducts:
      return .run { send in
        if let products = try await environment.load() {
          await send(.productsLoaded(products.elements))
        }
      } catch: { error, send in
        await send(.storageFailed("\(error)"))
      }
    case .productsLoaded(let products):
      state.products = IdentifiedArray(products) { first, _ in first }
      return .none
    case .saveProducts:
      return .fireAndForget { [products = state.products] in
        try await environment.save(products)
      }
    default:
      return .none
    }
  }
)
