import RecordedValues
import App
import ComposableArchitecture
import Testing

@Suite("The app's actions as text")
struct AppActionTextTests {
  @Test("The catalog lists the actions that scripts can send")
  func catalog() {
    let builder = SchemaBuilder()
    let type = builder.reference(to: AppFeature.Action.self)
    let catalog = ActionText(schema: builder.schema, type: type).catalog
    #expect(
      catalog.entries.map(\.signature) == [
        "launched", "quitting", "tabSelected.counter", "tabSelected.favoritePrimes",
        "tabSelected.shoppingList", "tabSelected.stepTracker", "tabSelected.sendMessage",
        "tabSelected.eventSelection", "tabSelected.alerts", "history.undo", "history.redo",
        "counter.incrTapped",
        "counter.decrTapped",
        "counter.countTyped(Int)",
        "counter.isPrimeButtonTapped",
        "counter.primeModalDismissed",
        "counter.nthPrimeButtonTapped",
        "counter.nthPrimeProgress(Int)",
        "counter.nthPrimeCancelButtonTapped",
        "counter.nthPrimeResponse(Int?)",
        "counter.alertDismissButtonTapped",
        "primeModal.saveFavoritePrimeTapped",
        "primeModal.removeFavoritePrimeTapped",
        "favoritePrimes.deleteFavoritePrimes(Set<Int>)",
        "favoritePrimes.alert.dismiss",
        "favoritePrimes.alert.confirmDeletion([Int])",
        "favoritePrimes.primeTapped(Int)",
        "favoritePrimes.path[…].nextTapped",
        "favoritePrimes.path[…].deleteTapped",
        "favoritePrimes.path[…].backTapped",
        "favoritePrimes.path.popFrom(id: Int)",
        "favoritePrimes.path.push(id: Int, state: PrimeDetailFeature.State)",
        "favoritePrimes.loadButtonTapped",
        "favoritePrimes.loadedFavoritePrimes([Int])",
        "favoritePrimes.saveButtonTapped",
        "favoritePrimes.storageFailed(String)",
        "favoritePrimes.storageWarned(String)",
        "alerts.post(Alert)",
        "alerts.clear(Alert)",
        "alerts.clearAll",
        "alerts.listen",
        "alerts.stopListening",
        "shoppingList.addProduct",
        "shoppingList.products[…].updateName(String)",
        "shoppingList.products[…].nameSubmitted",
        "shoppingList.products[…].toggleStatus",
        "shoppingList.deleteProducts(Set<Int>)",
        "shoppingList.moveProducts(Set<Int>, to: Int)",
        "shoppingList.sortProducts",
        "shoppingList.editTapped",
        "shoppingList.productsRestored",
        "shoppingList.loadProducts",
        "shoppingList.productsLoaded([ProductFeature.State])",
        "shoppingList.saveProducts",
        "shoppingList.saveAtEnd",
        "shoppingList.saveTimerFired",
        "shoppingList.saveEnded",
        "shoppingList.storageFailed(String)",
        "shoppingList.storageWarned(String)",
        "stepTracker.buttonTapped", "stepTracker.goalChanged(Int)",
        "stepTracker.walked(PedometerReading)", "stepTracker.nessieMoved",
        "stepTracker.delegate.announced.quarter", "stepTracker.delegate.announced.half",
        "stepTracker.delegate.announced.threeQuarters", "stepTracker.delegate.announced.goal",
        "stepTracker.delegate.announced.nessieHalfway",
        "stepTracker.delegate.announced.nessieNear", "stepTracker.delegate.announced.caught",
        "sendMessage.textChanged(String)", "sendMessage.sendTapped",
        "sendMessage.sendSucceeded", "sendMessage.sendFailed(String)",
        "eventSelection.loadTapped", "eventSelection.eventsLoaded([Event])",
        "eventSelection.loadFailed(String)", "eventSelection.selectFirstTapped",
        "eventSelection.eventTapped(id: Int)", "eventSelection.clearTapped",
      ])
  }
}
