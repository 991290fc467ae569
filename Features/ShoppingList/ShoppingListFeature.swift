package import ComposableArchitecture
package import Foundation

/// A list of products to buy, saved when the user submits a name, leaves edit mode, or edits
/// nothing for a second. Saves run one at a time, and not for every letter of a name.
@Reducer(.recordable)
package struct ShoppingListFeature {
  package struct State: Equatable, Sendable {
    /// The products, newest first unless the user moved them.
    package var products: IdentifiedArrayOf<ProductFeature.State>
    /// Whether products can be deleted and moved.
    package var isEditing = false
    package var saveStatus = SaveStatus.idle

    package init(products: IdentifiedArrayOf<ProductFeature.State> = []) {
      self.products = products
    }
  }

  @Recordable
  package enum SaveStatus: Equatable, Sendable {
    case idle
    /// Edits are waiting for a timer. Further ones may have followed since it started.
    case due(isEditedSince: Bool)
    /// Edits are being saved. Further ones may have followed since the save started.
    case saving(isEditedSince: Bool)
  }

  package enum Action: Equatable, Sendable {
    /// Inserts a product without a name at the top.
    case addProduct
    case products(IdentifiedActionOf<ProductFeature>)
    /// Deletes the products at these indices. Indices beyond the end are ignored.
    case deleteProducts(IndexSet)
    /// Moves the products at these indices before the product at an index of the original list.
    case moveProducts(IndexSet, to: Int)
    /// Moves the bought products to the end.
    case sortProducts
    case editTapped
    /// The products were restored from outside, for example by an undo.
    case productsRestored
    case loadProducts
    /// The list was loaded. Of products with the same identifier, only the first is kept.
    case productsLoaded([ProductFeature.State])
    case saveProducts
    /// Saves pending edits, because the app is about to exit.
    case saveAtEnd
    case saveTimerFired
    /// The save ended, successfully or not.
    case saveEnded
    /// The list could not be loaded or saved, for this reason.
    case storageFailed(String)
    /// The list was saved, but with a warning.
    case storageWarned(String)
  }

  @Dependency(\.continuousClock) var clock
  @Dependency(\.dataStorage) var dataStorage
  @Dependency(\.uuid) private var uuid

  package init() {}

  package var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .addProduct, .deleteProducts, .moveProducts, .sortProducts:
        return edit(&state, action) ? noteEdit(&state) : .none
      case .products(.element(id: _, action: .nameSubmitted)):
        return finishEdit(&state)
      case .products, .productsRestored:
        return noteEdit(&state)
      case .editTapped:
        state.isEditing.toggle()
        return state.isEditing ? .none : finishEdit(&state)
      case .loadProducts:
        return load()
      case .productsLoaded(let products):
        state.products = IdentifiedArray(products) { first, _ in first }
        return .none
      case .saveProducts, .saveAtEnd, .saveTimerFired, .saveEnded:
        return save(&state, action)
      case .storageFailed, .storageWarned:
        return .none
      }
    }
    .forEach(\.products, action: \.products) { ProductFeature() }
  }

  private func edit(_ state: inout State, _ action: Action) -> Bool {
    switch action {
    case .addProduct:
      state.products.insert(ProductFeature.State(id: uuid()), at: 0)
      return true
    case .deleteProducts(let places):
      let places = places.intersection(IndexSet(state.products.indices))
      state.products.remove(atOffsets: places)
      return !places.isEmpty
    case .moveProducts(let places, to: let destination):
      let places = places.intersection(IndexSet(state.products.indices))
      let destination = min(max(destination, 0), state.products.count)
      state.products.move(fromOffsets: places, toOffset: destination)
      return !places.isEmpty
    case .sortProducts:
      guard !state.products.isSorted else { return false }
      state.products.sort { !$0.isBought && $1.isBought }
      return true
    default:
      return false
    }
  }

  /// Loads the list. Leaves the current list alone if none was saved yet.
  private func load() -> Effect<Action> {
    let file = ShoppingListFile(storage: dataStorage)
    return .run { send in
      if let products = try await file.load() { await send(.productsLoaded(products.elements)) }
    } catch: { error, send in
      await send(.storageFailed("\(error)"))
    }
  }
}

extension IdentifiedArrayOf<ProductFeature.State> {
  /// Whether the bought products follow all others.
  fileprivate var isSorted: Bool {
    guard let firstBought = firstIndex(where: \.isBought) else { return true }
    return self[firstBought...].allSatisfy(\.isBought)
  }
}
