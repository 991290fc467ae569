package import ComposableArchitecture
package import Foundation

/// A list of products to buy, which is saved when an edit is finished.
///
/// An edit is finished when a name is submitted, when the edit mode ends, or when nothing was edited
/// for a second. There is one save at a time, and none for each letter of a name.
@Reducer
package struct ShoppingListFeature {
  /// What the list knows.
  @Recordable
  package struct State: Equatable, Sendable {
    /// The products, the newest first unless they were moved.
    package var products: IdentifiedArrayOf<ProductFeature.State>
    /// Whether products can be deleted and moved.
    package var isEditing = false
    /// Whether there are edits to save.
    package var saveStatus = SaveStatus.idle

    /// Creates a list of products.
    package init(products: IdentifiedArrayOf<ProductFeature.State> = []) {
      self.products = products
    }
  }

  /// Whether there are edits to save.
  @Recordable
  package enum SaveStatus: Equatable, Sendable {
    /// There are none.
    case idle
    /// There are, and a timer runs.
    case due(isEditedSince: Bool)
    /// They are being saved.
    case saving(isEditedSince: Bool)
  }

  /// What can happen to the list.
  @Recordable
  package enum Action: Equatable, Sendable {
    /// A product without a name was to be added at the top.
    case addProduct
    /// Something happened to a row.
    case products(IdentifiedActionOf<ProductFeature>)
    /// The products at these places, from 0, were to be deleted; other places are passed over.
    case deleteProducts(IndexSet)
    /// The products at these places were to be moved before the one at a place, as it is before.
    case moveProducts(IndexSet, to: Int)
    /// The products that are bought were to be put behind the others.
    case sortProducts
    /// The edit mode was to begin or to end.
    case editTapped
    /// The products were put back from outside, as by an undo.
    case productsRestored
    /// The list was to be loaded.
    case loadProducts
    /// The list that was loaded; of rows with the same identity, the first counts.
    case productsLoaded([ProductFeature.State])
    /// The list was to be saved now.
    case saveProducts
    /// The app is about to end, and what is not saved yet was to be.
    case saveAtEnd
    /// A second has passed since there was something to save.
    case saveTimerFired
    /// The save has come to its end, whether well or not.
    case saveEnded
    /// The list could not be loaded or saved; the text says why.
    case storageFailed(String)
    /// The list was saved, and something else was found; the text says what.
    case storageWarned(String)
  }

  @Dependency(\.continuousClock) var clock
  @Dependency(\.dataStorage) var dataStorage
  @Dependency(\.uuid) private var uuid

  /// Creates the feature.
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

  /// Does what an action does to the products; returns whether that changes them.
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

  /// Loads the list; where none was saved yet, nothing happens to the one that is there.
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
  /// Whether the products that are bought stand behind the others.
  fileprivate var isSorted: Bool {
    guard let firstBought = firstIndex(where: \.isBought) else { return true }
    return self[firstBought...].allSatisfy(\.isBought)
  }
}
