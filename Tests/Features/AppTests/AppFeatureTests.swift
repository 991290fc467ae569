import Alerts
import App
import ComposableArchitecture
import ComposableArchitectureTesting
import Counter
import FavoritePrimes
import Foundation
import PrimeModal
import ShoppingList
import StepTracker
import Testing
import Undo

@MainActor
@Suite("The app")
struct AppFeatureTests {
  private func store(
    _ state: AppFeature.State = AppFeature.State(),
    withDependencies prepare: (inout DependencyValues) -> Void = { _ in }
  ) -> TestStoreOf<AppFeature> {
    TestStore(initialState: state) {
      AppFeature()
    } withDependencies: {
      prepare(&$0)
    }
  }

  @Test("The prime modal shows the counter's number")
  func modalFollowsCounter() async {
    let store = store(AppFeature.State(counter: CounterFeature.State(count: 2)))
    await store.send(.counter(.incrTapped)) {
      $0.counter.count = 3
      $0.history.add(.count(2))
    }
    #expect(store.state.primeModal.count == 3)
    await store.send(.primeModal(.saveFavoritePrimeTapped)) {
      $0.favoritePrimes = [3]
      $0.history.add(.favoritePrimes([]))
    }
  }

  @Test("A prime deleted from the list is no longer a favorite in the prime modal")
  func oneTruth() async {
    let store = store(
      AppFeature.State(counter: CounterFeature.State(count: 5), favoritePrimes: [3]))
    await store.send(.primeModal(.saveFavoritePrimeTapped)) {
      $0.favoritePrimes = [3, 5]
      $0.history.add(.favoritePrimes([3]))
    }
    #expect(store.state.favorites.favoritePrimes == [3, 5])
    store.exhaustivity = .off
    await store.send(.favoritePrimes(.deleteFavoritePrimes([1])))
    await store.send(.favoritePrimes(.alert(.presented(.confirmDeletion([5]))))) {
      $0.favoritePrimes = [3]
    }
    #expect(!store.state.primeModal.isFavorite)
  }

  @Test("Loaded favorites appear in the prime modal")
  func loadedFavorites() async {
    let store = store(AppFeature.State(counter: CounterFeature.State(count: 7))) {
      $0.dataStorage = .inMemory(["favorite-primes.json": Data("[7]".utf8)])
    }
    await store.send(.favoritePrimes(.loadButtonTapped))
    await store.receive(\.favoritePrimes.loadedFavoritePrimes, [7]) { $0.favoritePrimes = [7] }
    await store.send(.primeModal(.removeFavoritePrimeTapped)) {
      $0.favoritePrimes = []
      $0.history.add(.favoritePrimes([7]))
    }
    await store.finish()
  }

  @Test("Selecting a tab shows it, and other actions do not change the tab")
  func tabs() async {
    let store = store()
    for tab in AppTab.allCases.reversed() {
      await store.send(.tabSelected(tab)) { $0.selectedTab = tab }
    }
    await store.send(.tabSelected(.shoppingList)) { $0.selectedTab = .shoppingList }
    await store.send(.counter(.isPrimeButtonTapped)) { $0.counter.isPrimeModalShown = true }
  }

  @Test("launched loads the saved lists and leaves the history empty")
  func launch() async {
    let product = ProductFeature.State(id: UUID(7), name: "Milk")
    let list = """
      [{"id": "00000000-0000-0000-0000-000000000007", "name": "Milk", "isBought": false}]
      """
    let store = store {
      $0.dataStorage = .inMemory([
        "favorite-primes.json": Data("[2, 3]".utf8), "shopping-list.json": Data(list.utf8),
      ])
    }
    await store.send(.launched)
    await store.receive(.favoritePrimes(.loadButtonTapped))
    await store.receive(.shoppingList(.loadProducts))
    await store.receive(.favoritePrimes(.loadedFavoritePrimes([2, 3]))) {
      $0.favoritePrimes = [2, 3]
    }
    await store.receive(.shoppingList(.productsLoaded([product]))) {
      $0.shoppingList.products = [product]
    }
    await store.finish()
  }

  @Test("quitting saves the shopping list only if it has unsaved edits")
  func quit() async {
    let storage = DataStorage.inMemory()
    let store = store { $0.dataStorage = storage }
    await store.send(.quitting)
    await store.finish()
    var edited = AppFeature.State()
    edited.shoppingList.saveStatus = .due(isEditedSince: false)
    let other = self.store(edited) { $0.dataStorage = storage }
    await other.send(.quitting)
    await other.receive(.shoppingList(.saveAtEnd)) {
      $0.shoppingList.saveStatus = .saving(isEditedSince: false)
    }
    await other.receive(.shoppingList(.saveEnded)) { $0.shoppingList.saveStatus = .idle }
    await other.finish()
  }

  @Test("The first launch finds no files and reports no failure")
  func firstLaunch() async {
    let store = store { $0.dataStorage = .inMemory() }
    await store.send(.launched)
    await store.receive(.favoritePrimes(.loadButtonTapped))
    await store.receive(.shoppingList(.loadProducts))
    await store.finish()
  }

  @Test("Alerts posted to the alert center appear in the alert area, in order")
  func postings() async {
    let center = AlertCenter.broadcasting()
    let store = store { $0.alertCenter = center }
    let milk = Alert(text: "Milk", severity: .info)
    let fire = Alert(text: "Fire", severity: .error)
    await store.send(.alerts(.listen))
    center.post(milk)
    center.post(fire)
    await store.receive(.alerts(.post(milk))) { $0.alerts.queue = [milk] }
    await store.receive(.alerts(.post(fire))) { $0.alerts.queue = [milk, fire] }
    await store.send(.alerts(.stopListening))
    await store.finish()
  }

  @Test("A preview of the app needs only the preview context")
  func preview() async {
    let store = Store(initialState: AppFeature.State(counter: CounterFeature.State(count: 25))) {
      AppFeature()
    } withDependencies: {
      $0.context = .preview
    }
    store.send(.shoppingList(.addProduct))
    await store.send(.favoritePrimes(.saveButtonTapped)).finish()
    await store.send(.counter(.nthPrimeButtonTapped)).finish()
    #expect(store.withState(\.counter.alert) == PrimeAlert(n: 25, prime: 97))
    #expect(store.withState(\.shoppingList.products.count) == 1)
    #expect(store.withState(\.alerts.queue).isEmpty)
    store.cancelEffects()
  }

  @Test("The dependency operator overrides a dependency for a feature and its children")
  func oneLine() async {
    let store = Store(initialState: AppFeature.State()) {
      AppFeature().dependency(\.nthPrime, NthPrimeClient { _ in 59 })
    }
    await store.send(.counter(.nthPrimeButtonTapped)).finish()
    #expect(store.withState(\.counter.alert) == PrimeAlert(n: 0, prime: 59))
  }

  @Test("Announcements of a walk become alerts, in order")
  func announcements() async {
    var walk = StepTrackerFeature.State()
    walk.status = .inProgress
    let store = store(AppFeature.State(stepTracker: walk))
    store.exhaustivity = .off
    await store.send(.stepTracker(.walked(PedometerReading(steps: 60, distance: 1))))
    await store.send(.stepTracker(.nessieMoved))
    await store.skipReceivedActions()
    #expect(
      store.state.alerts.queue == [
        Alert(text: "25% of your steps are done.", severity: .info),
        Alert(text: "50% of your steps are done.", severity: .info),
        Alert(text: "Nessie has closed half of the gap.", severity: .warning),
        Alert(text: "Nessie is right behind you!", severity: .warning),
        Alert(text: "Nessie has caught you.", severity: .warning),
      ])
  }

  @Test("The result of a search returns to the counter")
  func counterEffect() async {
    let store = store { $0.nthPrime = NthPrimeClient { _ in 2 } }
    await store.send(.counter(.nthPrimeButtonTapped)) {
      $0.counter.isNthPrimeButtonDisabled = true
      $0.counter.nthPrimeRequest = 0
    }
    await store.receive(\.counter.nthPrimeResponse) {
      $0.counter.isNthPrimeButtonDisabled = false
      $0.counter.nthPrimeRequest = nil
      $0.counter.alert = PrimeAlert(n: 0, prime: 2)
    }
    await store.finish()
  }

  @Test("A storage failure of the favorite primes posts an alert")
  func favoritesStorageFails() async {
    let reason = "The favorite primes were not saved: no disk"
    let store = store { $0.dataStorage = .withoutDisk }
    await store.send(.favoritePrimes(.saveButtonTapped))
    await store.receive(.favoritePrimes(.storageFailed(reason)))
    await store.receive(.alerts(.post(Alert(text: reason, severity: .error)))) {
      $0.alerts.queue = [Alert(text: reason, severity: .error)]
    }
    await store.finish()
  }

  @Test(
    "A warning about a broken file posts an alert",
    arguments: [
      .favoritePrimes(.storageWarned("It is kept.")),
      .shoppingList(.storageWarned("It is kept.")),
    ] as [AppFeature.Action])
  func brokenFileKept(warning: AppFeature.Action) async {
    let store = store()
    await store.send(warning)
    let alert = Alert(text: "It is kept.", severity: .warning)
    await store.receive(.alerts(.post(alert))) { $0.alerts.queue = [alert] }
  }

  @Test("A storage failure of the shopping list posts an alert")
  func shoppingListStorageFails() async {
    let reason = "The shopping list was not loaded, and is as it was: no disk"
    let store = store { $0.dataStorage = .withoutDisk }
    await store.send(.shoppingList(.loadProducts))
    await store.receive(.shoppingList(.storageFailed(reason)))
    await store.receive(.alerts(.post(Alert(text: reason, severity: .error)))) {
      $0.alerts.queue = [Alert(text: reason, severity: .error)]
    }
    await store.finish()
  }

  @Test("An action for a row of the shopping list reaches the row")
  func shoppingListRow() async {
    let product = ProductFeature.State(id: UUID(0))
    var list = ShoppingListFeature.State(products: [product])
    list.saveStatus = .due(isEditedSince: true)
    let store = store(AppFeature.State(shoppingList: list))
    let rename = ProductFeature.Action.updateName("Milk")
    await store.send(.shoppingList(.products(.element(id: UUID(0), action: rename)))) {
      $0.shoppingList.products[0].name = "Milk"
      $0.history.add(.products(.name("", of: UUID(0))))
    }
  }
}

extension DataStorage {
  /// A storage whose operations all fail.
  fileprivate static let withoutDisk = DataStorage(
    load: { _ in throw MissingDisk() }, save: { _, _ in throw MissingDisk() })

  private struct MissingDisk: Error, CustomStringConvertible {
    let description = "no disk"
  }
}
