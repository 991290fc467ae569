import Alerts
import App
import ComposableArchitecture
import ComposableArchitectureTesting
import Counter
import EventSelection
import FavoritePrimes
import Foundation
import SendMessage
import ShoppingList
import StepTracker
import TerminalUI
import Testing
import Undo

/// What a person sees on the full screen, and what the keys do there.
@MainActor
@Suite("The tabs of the app")
struct AppTabsTests {
  private let clock = TestClock()

  /// A store whose effects wait for ever, so that each look can be taken at rest.
  private func store(_ state: AppFeature.State = AppFeature.State()) -> StoreOf<AppFeature> {
    Store(initialState: state) {
      AppFeature()
    } withDependencies: {
      $0.context = .preview
      $0.continuousClock = clock
      $0.uuid = .incrementing
      $0.date = .constant(Date(timeIntervalSinceReferenceDate: 0))
    }
  }

  /// A tab as it is drawn, and a line for each key that can be pressed.
  private func look(
    of store: StoreOf<AppFeature>, tab: Int, selecting row: Int = 0, width: Int = 60,
    height: Int = 10
  ) -> String {
    let screen = AppTabs.screens(store.state)[tab]
    let cursor = ScreenCursor(selection: row)
    let grid = Frame(screen.view(cursor), size: Size(width: width, height: height)).grid
    let keys = screen.keys(cursor).filter(\.isEnabled).map { "\($0.key): \($0.title)" }
    return "\(screen.title)\n\n\(grid.text)\n\n\(keys.joined(separator: "\n"))"
  }

  @Test("The counter")
  func counter() {
    let store = store()
    assertSnapshot(of: look(of: store, tab: 0), as: .lines, named: "start")
    store.send(.counter(.countTyped(17)))
    store.send(.counter(.nthPrimeButtonTapped))
    store.send(.counter(.nthPrimeProgress(40)))
    assertSnapshot(of: look(of: store, tab: 0), as: .lines, named: "searching")
    store.send(.counter(.nthPrimeResponse(59)))
    assertSnapshot(of: look(of: store, tab: 0), as: .lines, named: "answered")
    store.send(.counter(.isPrimeButtonTapped))
    assertSnapshot(of: look(of: store, tab: 0), as: .lines, named: "modal")
  }

  @Test("The favorite primes")
  func favorites() {
    let store = store(AppFeature.State(favoritePrimes: []))
    assertSnapshot(of: look(of: store, tab: 1), as: .lines, named: "none")
    store.send(.favoritePrimes(.loadedFavoritePrimes([2, 17])))
    assertSnapshot(of: look(of: store, tab: 1, selecting: 1), as: .lines, named: "list")
    store.send(.favoritePrimes(.primeTapped(1)))
    assertSnapshot(of: look(of: store, tab: 1), as: .lines, named: "details")
    store.send(.favoritePrimes(.deleteFavoritePrimes([0])))
    assertSnapshot(of: look(of: store, tab: 1), as: .lines, named: "question")
  }

  @Test("The shopping list")
  func shoppingList() {
    let store = store()
    assertSnapshot(of: look(of: store, tab: 2), as: .lines, named: "empty")
    store.send(.shoppingList(.addProduct))
    store.send(.shoppingList(.addProduct))
    store.send(.shoppingList(.products(.element(id: UUID(1), action: .updateName("Milk\u{7}")))))
    store.send(.shoppingList(.products(.element(id: UUID(0), action: .toggleStatus))))
    assertSnapshot(of: look(of: store, tab: 2), as: .lines, named: "list")
    store.send(.shoppingList(.editTapped))
    assertSnapshot(of: look(of: store, tab: 2, selecting: 1), as: .lines, named: "editing")
  }

  @Test("The walk")
  func walk() {
    let store = store()
    assertSnapshot(of: look(of: store, tab: 3), as: .lines, named: "start")
    store.send(.stepTracker(.buttonTapped))
    store.send(.stepTracker(.walked(.init(steps: 30, distance: 24))))
    store.send(.alerts(.clearAll))
    assertSnapshot(of: look(of: store, tab: 3), as: .lines, named: "walking")
  }

  @Test("The message")
  func message() {
    let store = store()
    assertSnapshot(of: look(of: store, tab: 4), as: .lines, named: "empty")
    store.send(.sendMessage(.textChanged("Hello 世界")))
    assertSnapshot(of: look(of: store, tab: 4), as: .lines, named: "text")
    store.send(.sendMessage(.sendTapped))
    store.send(.sendMessage(.sendFailed("no network")))
    assertSnapshot(of: look(of: store, tab: 4), as: .lines, named: "failed")
  }

  @Test("The events")
  func events() {
    let store = store()
    assertSnapshot(of: look(of: store, tab: 5), as: .lines, named: "none")
    let start = Date(timeIntervalSinceReferenceDate: 1_000)
    store.send(
      .eventSelection(
        .eventsLoaded([
          Event(
            id: 1, title: "Run", capacity: 2, participants: 2, startDate: start, isBookable: true),
          Event(
            id: 2, title: "Class", capacity: 2, participants: 1, startDate: start, isBookable: true),
        ])))
    store.send(.eventSelection(.selectFirstTapped))
    assertSnapshot(of: look(of: store, tab: 5), as: .lines, named: "selected")
    store.send(.eventSelection(.eventTapped(id: 1)))
    assertSnapshot(of: look(of: store, tab: 5), as: .lines, named: "refused")
  }

  @Test("The alerts, of which the first is shown on every other tab as well")
  func alerts() {
    let store = store()
    assertSnapshot(of: look(of: store, tab: 6), as: .lines, named: "none")
    store.send(.alerts(.post(Alert(text: "Saved", severity: .info))))
    store.send(.alerts(.post(Alert(text: "The disk is full", severity: .error))))
    assertSnapshot(of: look(of: store, tab: 6, selecting: 1), as: .lines, named: "list")
    assertSnapshot(of: look(of: store, tab: 0), as: .lines, named: "elsewhere")
  }

  @Test("Each tab selects itself, and the one that the state has is selected")
  func selection() {
    let store = store()
    for (place, tab) in AppTab.allCases.enumerated() {
      store.send(.tabSelected(tab))
      let screens = AppTabs.screens(store.state)
      #expect(screens.map(\.selection) == AppTab.allCases.map { .tabSelected($0) })
      #expect(screens.indices.filter { screens[$0].isSelected } == [place])
    }
  }

  @Test("To undo something does not lead to another tab")
  func undo() {
    let store = store()
    store.send(.counter(.incrTapped))
    store.send(.tabSelected(.eventSelection))
    store.send(.history(.undo))
    #expect(store.state.counter.count == 0)
    #expect(store.state.selectedTab == .eventSelection)
  }

  @Test("A small screen shows what it can")
  func small() {
    let store = store(AppFeature.State(favoritePrimes: Array(2...40)))
    assertSnapshot(
      of: look(of: store, tab: 1, selecting: 20, width: 12, height: 4), as: .lines)
  }
}
