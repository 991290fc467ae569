import App
import ComposableArchitecture
import ComposableArchitectureTesting
import Counter
import EventSelection
import FavoritePrimes
import Foundation
import PrimeModal
import SendMessage
import ShoppingList
import StepTracker
import Testing
import Undo

@MainActor
@Suite("Undo and redo in the app")
struct AppHistoryTests {
  private let milk = ProductFeature.State(id: UUID(10), name: "Milk")
  private let clock = TestClock()

  /// Creates a non-exhaustive store: tests state the restored values, but not the history.
  private func store(_ state: AppFeature.State = AppFeature.State()) -> TestStoreOf<AppFeature> {
    let store = TestStore(initialState: state) {
      AppFeature()
    } withDependencies: {
      $0.continuousClock = clock
      $0.dataStorage = .inMemory()
      $0.date.now = Date(timeIntervalSinceReferenceDate: 0)
      $0.uuid = .incrementing
    }
    store.exhaustivity = .off
    return store
  }

  @Test("Taps of the counter are undone one by one")
  func counter() async {
    let store = store()
    await store.send(.counter(.incrTapped))
    await store.send(.counter(.incrTapped))
    await store.send(.history(.undo)) { $0.counter.count = 1 }
    await store.send(.history(.redo)) { $0.counter.count = 2 }
  }

  @Test("A typed number is undone in one step")
  func typedNumber() async {
    let store = store()
    await store.send(.counter(.countTyped(10_000))) { $0.counter.count = 10_000 }
    await store.send(.history(.undo)) { $0.counter.count = 0 }
  }

  @Test("Incrementing the maximum is not an edit")
  func counterAtItsEnd() async {
    let store = store(AppFeature.State(counter: CounterFeature.State(count: .max)))
    await store.send(.counter(.incrTapped))
    #expect(store.state.history.isEmpty)
  }

  @Test("Saving and deleting favorites can be undone")
  func favorites() async {
    let store = store(
      AppFeature.State(counter: CounterFeature.State(count: 5), favoritePrimes: [2]))
    await store.send(.primeModal(.saveFavoritePrimeTapped)) { $0.favoritePrimes = [2, 5] }
    await store.send(.favoritePrimes(.deleteFavoritePrimes([0])))
    await store.send(.favoritePrimes(.alert(.presented(.confirmDeletion([2]))))) {
      $0.favoritePrimes = [5]
    }
    await store.send(.history(.undo)) { $0.favoritePrimes = [2, 5] }
    await store.send(.history(.undo)) { $0.favoritePrimes = [2] }
  }

  @Test("Loading a list over a list can be undone")
  func loadedFavorites() async {
    let store = store(AppFeature.State(favoritePrimes: [2]))
    await store.send(.favoritePrimes(.loadedFavoritePrimes([3]))) { $0.favoritePrimes = [3] }
    await store.send(.history(.undo)) { $0.favoritePrimes = [2] }
    await store.send(.history(.redo)) { $0.favoritePrimes = [3] }
  }

  @Test("Loading products over edits can be undone, and then the edits can be undone")
  func loadedProducts() async {
    let store = store()
    await store.send(.shoppingList(.addProduct))
    let added = store.state.shoppingList.products
    await store.send(.shoppingList(.productsLoaded([milk]))) {
      $0.shoppingList.products = [milk]
    }
    await store.send(.history(.undo)) { $0.shoppingList.products = added }
    await store.send(.history(.undo)) { $0.shoppingList.products = [] }
    await store.skipInFlightEffects()
  }

  @Test("A typed name is undone as a whole, separately for each submitted name")
  func names() async {
    let store = store(
      AppFeature.State(shoppingList: ShoppingListFeature.State(products: [milk])))
    func type(_ action: ProductFeature.Action) async {
      await store.send(.shoppingList(.products(.element(id: milk.id, action: action))))
    }
    await type(.updateName("Oat"))
    await type(.updateName("Oats"))
    await type(.nameSubmitted)
    await type(.updateName("Rice"))
    await store.send(.history(.undo)) { $0.shoppingList.products[0].name = "Oats" }
    await store.send(.history(.undo)) { $0.shoppingList.products[0].name = "Milk" }
    await store.send(.history(.redo)) { $0.shoppingList.products[0].name = "Oats" }
    await store.skipInFlightEffects()
  }

  @Test("A restored shopping list is saved")
  func saved() async {
    let store = store(
      AppFeature.State(shoppingList: ShoppingListFeature.State(products: [milk])))
    await store.send(.shoppingList(.deleteProducts([0])))
    await clock.advance(by: ShoppingListFeature.saveDelay)
    await store.receive(.shoppingList(.saveEnded)) { $0.shoppingList.saveStatus = .idle }
    await store.send(.history(.undo)) { $0.shoppingList.products = [milk] }
    await store.receive(.shoppingList(.productsRestored)) {
      $0.shoppingList.saveStatus = .due(isEditedSince: false)
    }
    await clock.advance(by: ShoppingListFeature.saveDelay)
    await store.receive(.shoppingList(.saveEnded)) { $0.shoppingList.saveStatus = .idle }
    await store.send(.shoppingList(.loadProducts))
    await store.receive(.shoppingList(.productsLoaded([milk])))
    await store.finish()
  }

  @Test("Selecting an event can be undone and redone")
  func events() async {
    let walk = Event(id: 3, title: "Walk", capacity: 20, startDate: .distantFuture)
    let store = store(
      AppFeature.State(eventSelection: EventSelectionFeature.State(events: [walk])))
    await store.send(.eventSelection(.eventTapped(id: 3))) { $0.eventSelection.selectedID = 3 }
    await store.send(.history(.undo)) { $0.eventSelection.selectedID = nil }
    await store.send(.history(.redo)) { $0.eventSelection.selectedID = 3 }
  }

  @Test("A load that removes the selected event can be undone, and so can the selection")
  func loadedEvents() async {
    let walk = Event(id: 3, title: "Walk", capacity: 20, startDate: .distantFuture)
    let store = store(
      AppFeature.State(eventSelection: EventSelectionFeature.State(events: [walk])))
    await store.send(.eventSelection(.eventTapped(id: 3))) { $0.eventSelection.selectedID = 3 }
    await store.send(.eventSelection(.eventsLoaded([walk])))
    await store.send(.eventSelection(.eventsLoaded([]))) { $0.eventSelection.selectedID = nil }
    await store.send(.history(.undo)) { $0.eventSelection.selectedID = 3 }
    // The event is selected again when it is offered again.
    await store.send(.eventSelection(.eventsLoaded([walk])))
    #expect(store.state.eventSelection.selected == walk)
    await store.send(.history(.undo)) { $0.eventSelection.selectedID = nil }
    await store.send(.history(.redo)) { $0.eventSelection.selectedID = 3 }
  }

  @Test("Undo neither cancels nor restarts a search in progress")
  func questionUnderWay() async {
    let asked = LockIsolated(0)
    let (gate, opener) = AsyncStream.makeStream(of: Void.self)
    let store = store()
    store.dependencies.nthPrime = NthPrimeClient { _ in
      asked.withValue { $0 += 1 }
      for await _ in gate {}
      return 2
    }
    await store.send(.counter(.incrTapped))
    await store.send(.counter(.nthPrimeButtonTapped)) { $0.counter.nthPrimeRequest = 1 }
    await store.send(.history(.undo)) {
      $0.counter.count = 0
      $0.counter.nthPrimeRequest = 1
      $0.counter.isNthPrimeButtonDisabled = true
    }
    opener.finish()
    await store.receive(.counter(.nthPrimeResponse(2))) {
      $0.counter.nthPrimeRequest = nil
      $0.counter.isNthPrimeButtonDisabled = false
    }
    await store.send(.history(.redo)) {
      $0.counter.count = 1
      $0.counter.isNthPrimeButtonDisabled = false
    }
    await store.finish()
    #expect(asked.value == 1)
  }

  @Test("Navigation and open questions are not edits")
  func noEdits() async {
    let store = store(AppFeature.State(favoritePrimes: [2]))
    for action in [
      .tabSelected(.alerts), .counter(.isPrimeButtonTapped), .counter(.primeModalDismissed),
      .favoritePrimes(.primeTapped(0)), .favoritePrimes(.deleteFavoritePrimes([0])),
      .shoppingList(.editTapped), .sendMessage(.textChanged("a")), .stepTracker(.goalChanged(7)),
    ] as [AppFeature.Action] {
      await store.send(action)
    }
    #expect(store.state.history.isEmpty)
  }

  @Test("An edit of one product among ten thousand records only that product")
  func manyProducts() async {
    let products = (0..<10_000).map { ProductFeature.State(id: UUID($0), name: "Product \($0)") }
    var state = AppFeature.State(
      shoppingList: ShoppingListFeature.State(
        products: IdentifiedArray(uniqueElements: products)))
    state.shoppingList.saveStatus = .due(isEditedSince: true)
    let store = Store(initialState: state) { AppFeature() }
    let tick = ProductFeature.Action.toggleStatus
    store.send(.shoppingList(.products(.element(id: UUID(5_000), action: tick))))
    var encoder = RecordEncoder()
    let hasChanged = encoder.encodeChange(from: state, to: store.withState(\.self))
    #expect(hasChanged)
    #expect(encoder.bytes.count < 20)
  }
}
