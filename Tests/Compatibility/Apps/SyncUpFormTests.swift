import ComposableArchitecture
import Foundation
import Testing

@MainActor
struct SyncUpFormTests {
  @Test
  func addAttendee() async {
    let store = TestStore(
      initialState: SyncUpForm.State(
        syncUp: SyncUp(id: UUID(100), attendees: [], title: "Engineering"))
    ) {
      SyncUpForm()
    } withDependencies: {
      $0.uuid = .incrementing
    }

    #expect(store.state.syncUp.attendees.map(\.id) == [UUID(0)])

    await store.send(.addAttendeeButtonTapped) {
      $0.focus = .attendee(UUID(1))
      $0.syncUp.attendees = [Attendee(id: UUID(0)), Attendee(id: UUID(1))]
    }
  }

  @Test
  func focusAndRemoveAttendee() async {
    let store = TestStore(
      initialState: SyncUpForm.State(
        syncUp: SyncUp(
          id: UUID(10),
          attendees: [
            Attendee(id: UUID(1)), Attendee(id: UUID(2)), Attendee(id: UUID(3)),
            Attendee(id: UUID(4)),
          ],
          title: "Engineering"))
    ) {
      SyncUpForm()
    } withDependencies: {
      $0.uuid = .incrementing
    }

    await store.send(.deleteAttendees(atOffsets: [0])) {
      $0.focus = .attendee(UUID(2))
      $0.syncUp.attendees.remove(id: UUID(1))
    }
    await store.send(.deleteAttendees(atOffsets: [1])) {
      $0.focus = .attendee(UUID(4))
      $0.syncUp.attendees.remove(id: UUID(3))
    }
    await store.send(.deleteAttendees(atOffsets: [1])) {
      $0.focus = .attendee(UUID(2))
      $0.syncUp.attendees.remove(id: UUID(4))
    }
    await store.send(.deleteAttendees(atOffsets: [0])) {
      $0.focus = .attendee(UUID(0))
      $0.syncUp.attendees = [Attendee(id: UUID(0))]
    }
  }

  @Test
  func editFields() async {
    let store = TestStore(initialState: SyncUpForm.State(syncUp: .mock)) { SyncUpForm() }
    await store.send(.binding(.set(\.syncUp.title, "Product"))) {
      $0.syncUp.title = "Product"
    }
    await store.send(.set(\.syncUp.theme, .lavender)) {
      $0.syncUp.theme = .lavender
    }
    await store.send(\.binding.focus, nil) {
      $0.focus = nil
    }
  }
}
