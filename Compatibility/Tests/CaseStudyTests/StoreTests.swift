import ComposableArchitecture
import Foundation
import Observation
import Testing

/// Tests a live store as used by a program without screens.
@MainActor
struct StoreTests {
  @Test func scopingAndObservation() {
    let store: StoreOf<Contacts> = Store(
      initialState: Contacts.State(contacts: [Contact(id: UUID(0), name: "Blob")])
    ) {
      Contacts()
    } withDependencies: {
      $0.uuid = .incrementing
    }

    let changes = LockIsolated(0)
    withObservationTracking {
      _ = store.destination
    } onChange: {
      changes.withValue { $0 += 1 }
    }
    #expect(store.scope(state: \.destination?.add, action: \.destination.add) == nil)
    store.send(.addButtonTapped)
    #expect(changes.value == 1)

    let form = store.scope(state: \.destination?.add, action: \.destination.add)
    form?.send(.binding(.set(\.contact.name, "Blob Sr.")))
    #expect(form?.contact.name == "Blob Sr.")
    #expect(store.withState { $0.destination?[case: \.add]?.contact.name } == "Blob Sr.")
  }

  @Test func storeRunsEffects() async {
    let store = Store(initialState: NumberFact.State(count: 2)) {
      NumberFact()
        ._printChanges(nil)
    } withDependencies: {
      $0.factClient.fetch = { @Sendable in "\($0) is even." }
    }
    await store.send(.factButtonTapped).finish()
    #expect(store.fact == "2 is even.")
  }

  @Test func rowsAsStores() {
    let store = Store(initialState: EggTimers.State()) {
      EggTimers()
    } withDependencies: {
      $0.uuid = .incrementing
      $0.continuousClock = TestClock()
    }
    store.send(.addButtonTapped(seconds: 60))
    store.send(.addButtonTapped(seconds: 90))
    let rows = store.scope(state: \.rows, action: \.rows)
    #expect(rows.map(\.secondsLeft) == [60, 90])
    rows[1].send(.startButtonTapped)
    #expect(store.rows[1].isCounting)
  }

  @Test func screensAsStores() {
    let store = Store(
      initialState: Screens.State(
        path: StackState([.detail(Detail.State(count: 1)), .stopwatch(Stopwatch.State())]))
    ) {
      Screens()
    }
    let ids = store.path.ids
    let detail = store.scope(
      state: \.path[id: ids[0]]?.detail, action: \.path[id: ids[0]].detail)
    detail?.send(.incrementButtonTapped)
    #expect(detail?.count == 2)
    #expect(
      store.scope(state: \.path[id: ids[1]]?.detail, action: \.path[id: ids[1]].detail) == nil)
    store.send(.path(.popFrom(id: ids[0])))
    #expect(store.path.isEmpty)
    #expect(detail?.count == 2)
  }

  @Test func differences() {
    var contact = Contact(id: UUID(0), name: "Blob")
    expectDifference(contact) {
      contact.name = "Blob Jr."
    } changes: {
      $0.name = "Blob Jr."
    }
    expectNoDifference(contact, Contact(id: UUID(0), name: "Blob Jr."))
  }
}
