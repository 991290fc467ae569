import App
import ComposableArchitecture
import Testing

@Suite("The app's actions as text")
struct AppActionTextTests {
  @Test("These are the actions that scripts can send")
  func catalog() {
    let builder = SchemaBuilder()
    let type = builder.reference(to: AppFeature.Action.self)
    let catalog = ActionCatalog(schema: builder.schema, type: type)
    #expect(
      catalog.entries.map(\.signature) == [
        "counter.incrTapped",
        "counter.decrTapped",
        "counter.isPrimeButtonTapped",
        "counter.primeModalDismissed",
        "counter.nthPrimeButtonTapped",
        "counter.nthPrimeResponse(Int?)",
        "counter.alertDismissButtonTapped",
        "primeModal.saveFavoritePrimeTapped",
        "primeModal.removeFavoritePrimeTapped",
        "favoritePrimes.deleteFavoritePrimes(Set<Int>)",
        "favoritePrimes.loadButtonTapped",
        "favoritePrimes.loadedFavoritePrimes([Int])",
        "favoritePrimes.saveButtonTapped",
        "favoritePrimes.storageFailed(String)",
        "alerts.post(Alert)",
        "alerts.clear(Alert)",
        "alerts.clearAll",
        "shoppingList.addProduct",
        "shoppingList.products[…].updateName(String)",
        "shoppingList.products[…].toggleStatus",
        "shoppingList.loadProducts",
        "shoppingList.productsLoaded([ProductFeature.State])",
        "shoppingList.saveProducts",
        "shoppingList.storageFailed(String)",
      ])
  }
}
