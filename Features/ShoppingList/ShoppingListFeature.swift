package import ComposableArchitecture

/// A list of products to buy, which can be saved and loaded.
@Reducer
package struct ShoppingListFeature {
  /// What the list knows.
  @Recordable
  package struct State: Equatable, Sendable {
    /// The products, the newest first.
    package var products: IdentifiedArrayOf<ProductFeature.State>

    /// Creates a list of products.
    package init(products: IdentifiedArrayOf<ProductFeature.State> = []) {
      self.products = products
    }
  }

  /// What can happen to the list.
  @Recordable
  package enum Action: Equatable, Sendable {
    /// A product without a name was to be added at the top.
    case addProduct
    /// Something happened to a row.
    case products(IdentifiedActionOf<ProductFeature>)
    /// The list was to be loaded.
    case loadProducts
    /// The list that was loaded; of rows with the same identity, the first counts.
    case productsLoaded([ProductFeature.State])
    /// The list was to be saved.
    case saveProducts
    /// The list could not be loaded or saved; the text says why.
    case storageFailed(String)
  }

  @Dependency(\.dataStorage) private var dataStorage
  @Dependency(\.uuid) private var uuid

  /// Creates the feature.
  package init() {}

  package var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .addProduct:
        state.products.insert(ProductFeature.State(id: uuid()), at: 0)
        return .none
      case .loadProducts:
        return load()
      case .productsLoaded(let products):
        state.products = IdentifiedArray(products) { first, _ in first }
        return .none
      case .saveProducts:
        return save(state.products)
      case .products, .storageFailed:
        return .none
      }
    }
    .forEach(\.products, action: \.products) { ProductFeature() }
  }

  /// Loads the list; where none was saved yet, nothing happens to the one that is there.
  private func load() -> Effect<Action> {
    let file = ShoppingListFile(storage: dataStorage)
    return .run { send in
      if let products = try await file.load() { await send(.productsLoaded(products.elements)) }
    } catch: { error, send in
      await send(.storageFailed("\(error)"))
    }
  }

  private func save(_ products: IdentifiedArrayOf<ProductFeature.State>) -> Effect<Action> {
    let file = ShoppingListFile(storage: dataStorage)
    return .run { _ in
      try await file.save(products)
    } catch: { error, send in
      await send(.storageFailed("\(error)"))
    }
  }
}
