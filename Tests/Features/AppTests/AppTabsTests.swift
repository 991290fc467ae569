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

/// Tests the full screen as the user sees it, with the keys of each tab.
@MainActor
@Suite("The tabs of the app")
struct AppTabsTests {
  private let clock = TestClock()

  /// Creates a store whose effects never finish, to keep each snapshot stable.
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

  /// Returns the rendered tab, with a line for each enabled key.
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

  @Test("The counter tab shows the count, a search, its answer and the prime modal")
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

  @Test("The favorites tab shows the list, the details of a prime and the question")
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

  @Test("The shopping tab shows the list and the edit mode")
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

  @Test("The steps tab shows a walk")
  func walk() {
    let store = store()
    assertSnapshot(of: look(of: store, tab: 3), as: .lines, named: "start")
    store.send(.stepTracker(.buttonTapped))
    store.send(.stepTracker(.walked(.init(steps: 30, distance: 24))))
    store.send(.alerts(.clearAll))
    assertSnapshot(of: look(of: store, tab: 3), as: .lines, named: "walking")
  }

  @Test("The message tab shows the text and a failure")
  func message() {
    let store = store()
    assertSnapshot(of: look(of: store, tab: 4), as: .lines, named: "empty")
    store.send(.sendMessage(.textChanged("Hello 世界")))
    assertSnapshot(of: look(of: store, tab: 4), as: .lines, named: "text")
    store.send(.sendMessage(.sendTapped))
    store.send(.sendMessage(.sendFailed("no network")))
    assertSnapshot(of: look(of: store, tab: 4), as: .lines, named: "failed")
  }

  @Test("The events tab shows the selection and a refusal")
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
            id: 2, title: "Class", capacity: 2, participants: 1, startDate: start,
            isBookable: true),
        ])))
    store.send(.eventSelection(.selectFirstTapped))
    assertSnapshot(of: look(of: store, tab: 5), as: .lines, named: "selected")
    store.send(.eventSelection(.eventTapped(id: 1)))
    assertSnapshot(of: look(of: store, tab: 5), as: .lines, named: "refused")
  }

  @Test("The alerts tab lists all alerts, and every other tab shows the first")
  func alerts() {
    let store = store()
    assertSnapshot(of: look(of: store, tab: 6), as: .lines, named: "none")
    store.send(.alerts(.post(Alert(text: "Saved", severity: .info))))
    store.send(.alerts(.post(Alert(text: "The disk is full", severity: .error))))
    assertSnapshot(of: look(of: store, tab: 6, selecting: 1), as: .lines, named: "list")
    assertSnapshot(of: look(of: store, tab: 0), as: .lines, named: "elsewhere")
  }

  @Test("Each tab selects itself, and the tab in the state is selected")
  func selection() {
    let store = store()
    for (place, tab) in AppTab.allCases.enumerated() {
      store.send(.tabSelected(tab))
      let screens = AppTabs.screens(store.state)
      #expect(screens.map(\.selection) == AppTab.allCases.map { .tabSelected($0) })
      #expect(screens.indices.filter { screens[$0].isSelected } == [place])
    }
  }

  @Test("Undo does not change the selected tab")
  func undo() {
    let store = store()
    store.send(.counter(.incrTapped))
    store.send(.tabSelected(.eventSelection))
    store.send(.history(.undo))
    #expect(store.state.counter.count == 0)
    #expect(store.state.selectedTab == .eventSelection)
  }

  @Test("A small screen is clipped")
  func small() {
    let store = store(AppFeature.State(favoritePrimes: Array(2...40)))
    assertSnapshot(
      of: look(of: store, tab: 1, selecting: 20, width: 12, height: 4), as: .lines)
  }
}
