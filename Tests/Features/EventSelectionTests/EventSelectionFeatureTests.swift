import ComposableArchitecture
import ComposableArchitectureTesting
import EventSelection
import Foundation
import Testing

@MainActor
@Suite("Selecting an event")
struct EventSelectionFeatureTests {
  private let now = Date(timeIntervalSinceReferenceDate: 1_000)

  private var past: Event {
    Event(id: 1, title: "Run", capacity: 2, startDate: now - 1)
  }

  private var full: Event {
    Event(id: 2, title: "Class", capacity: 2, participants: 2, startDate: now + 1)
  }

  private var free: Event {
    Event(id: 3, title: "Walk", capacity: 2, startDate: now + 1)
  }

  private func store(_ events: Event...) -> TestStoreOf<EventSelectionFeature> {
    TestStore(
      initialState: EventSelectionFeature.State(events: IdentifiedArray(uniqueElements: events))
    ) {
      EventSelectionFeature()
    } withDependencies: {
      $0.date.now = now
    }
  }

  @Test("loadTapped loads the events")
  func load() async {
    let store = store()
    store.dependencies.eventSource.events = { [free, full] in [free, full] }
    await store.send(.loadTapped)
    await store.receive(\.eventsLoaded) { $0.events = [free, full] }
  }

  @Test("A load failure is shown, and the current events stay")
  func loadFailure() async {
    struct Offline: Error {}
    let store = store(free)
    store.dependencies.eventSource.events = { throw Offline() }
    await store.send(.loadTapped)
    await store.receive(.loadFailed("Offline()")) { $0.refusal = .notLoaded("Offline()") }
  }

  @Test("selectFirstTapped selects the first event that can be booked")
  func first() async {
    let store = store(past, full, free)
    await store.send(.selectFirstTapped) { $0.selectedID = 3 }
    #expect(store.state.selected == free)
  }

  @Test("If no event can be booked, the selection stays and the refusal is shown")
  func none() async {
    let store = store(past, full)
    await store.send(.selectFirstTapped) { $0.refusal = .noneSelectable }
  }

  @Test("An event can be selected and deselected")
  func select() async {
    let store = store(full, free)
    await store.send(.eventTapped(id: 3)) { $0.selectedID = 3 }
    await store.send(.clearTapped) { $0.selectedID = nil }
  }

  @Test("An event that cannot be booked is refused with the reason")
  func refuse() async {
    let store = store(past, full, free)
    await store.send(.eventTapped(id: 3)) { $0.selectedID = 3 }
    await store.send(.eventTapped(id: 2)) { $0.refusal = .obstacle(.full, title: "Class") }
    await store.send(.eventTapped(id: 1)) { $0.refusal = .obstacle(.begun, title: "Run") }
    await store.send(.eventTapped(id: 9)) { $0.refusal = .unknown(id: 9) }
    #expect(store.state.selected == free)
    await store.send(.eventTapped(id: 3)) { $0.refusal = nil }
  }

  @Test("A selected event that a load removes is deselected")
  func gone() async {
    let store = store(free)
    await store.send(.eventTapped(id: 3)) { $0.selectedID = 3 }
    await store.send(.eventsLoaded([full, full])) {
      $0.events = [full]
      $0.selectedID = nil
    }
  }

  @Test("The live source offers events around the current date")
  func live() async throws {
    let events = try await withDependencies {
      $0.date.now = now
    } operation: {
      try await EventSource.liveValue.events()
    }
    #expect(events.map { $0.obstacle(at: now) } == [.begun, .full, nil, .notBookable])
  }
}
