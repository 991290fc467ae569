import Alerts
import App
import SessionRecording
import ComposableArchitecture
import Counter
import Foundation
import RecordCoding
import ShoppingList
import Testing
import Undo

@Suite("The app's state in a session log")
struct AppRecordingTests {
  private let state: AppFeature.State = {
    var counter = CounterFeature.State(count: -7)
    counter.isNthPrimeButtonDisabled = true
    counter.isPrimeModalShown = true
    counter.alert = PrimeAlert(n: 3, prime: 5)
    counter.nthPrimeRequest = 4
    counter.nthPrimeProgress = 30
    var state = AppFeature.State(
      counter: counter, favoritePrimes: [7, 2],
      alerts: AlertsFeature.State(
        queue: Alert.Severity.allCases.map { Alert(text: "Milk", severity: $0) }),
      shoppingList: ShoppingListFeature.State(products: [
        ProductFeature.State(id: UUID(1), name: "Bread", isBought: true),
        ProductFeature.State(id: UUID(0), name: "Milk"),
      ]))
    state.selectedTab = .shoppingList
    state.shoppingList.saveStatus = .due(isEditedSince: true)
    for action in [
      .addProduct, .deleteProducts([1]), .moveProducts([1], to: 0), .sortProducts,
      .productsLoaded([]),
      .products(.element(id: UUID(0), action: .updateName(""))),
      .products(.element(id: UUID(0), action: .toggleStatus)),
    ] as [ShoppingListFeature.Action] {
      if let edit = ProductsEdit(state.shoppingList.products, action) {
        state.history.add(.products(edit))
      }
    }
    return state
  }()

  @Test("The state and the actions contain no shared mutable references")
  func values() {
    #expect(SharedReference.first(in: AppFeature.State.self) == nil)
    #expect(SharedReference.first(in: AppFeature.Action.self) == nil)
  }

  @Test("A recorded state is decoded unchanged")
  func wholeState() throws {
    var encoder = RecordEncoder()
    encoder.encode(state)
    var decoder = RecordDecoder(encoder.bytes)
    #expect(try decoder.decode(AppFeature.State.self) == state)
    #expect(decoder.isAtEnd)
    #expect(encoder.failure == nil)
  }
}
