import ComposableArchitecture
import ComposableArchitectureTesting
import Foundation
import SyncUpsFeatures
import Testing

@MainActor
@Suite("The form of a sync-up")
struct SyncUpFormTests {
  private func store(
    _ syncUp: SyncUp = .planning, focus: SyncUpFormFeature.Field? = .title
  ) -> TestStoreOf<SyncUpFormFeature> {
    TestStore(initialState: SyncUpFormFeature.State(syncUp: syncUp, focus: focus)) {
      SyncUpFormFeature()
    } withDependencies: {
      $0.uuid = .incrementing
    }
  }

  @Test("A new attendee gets the focus, and a name")
  func add() async {
    let store = store()
    await store.send(.addAttendeeTapped) {
      $0.syncUp.attendees.append(Attendee(id: UUID(0)))
      $0.focus = .attendee(UUID(0))
    }
    await store.send(\.attendees[id: UUID(0)].binding.name, "Cem") {
      $0.syncUp.attendees[id: UUID(0)]?.name = "Cem"
    }
  }

  @Test("The focus moves to the attendee after a removed one, or to the one before it")
  func remove() async {
    let store = store(focus: .attendee(UUID(101)))
    await store.send(\.attendees[id: UUID(101)].removeTapped) {
      $0.syncUp.attendees.remove(id: UUID(101))
      $0.focus = .attendee(UUID(102))
    }
    await store.send(.addAttendeeTapped) {
      $0.syncUp.attendees.append(Attendee(id: UUID(0)))
      $0.focus = .attendee(UUID(0))
    }
    await store.send(\.attendees[id: UUID(0)].removeTapped) {
      $0.syncUp.attendees.remove(id: UUID(0))
      $0.focus = .attendee(UUID(102))
    }
    await store.send(\.attendees[id: UUID(102)].removeTapped) {
      $0.syncUp.attendees = []
      $0.focus = .title
    }
  }

  @Test("The length is between 1 and 60 minutes", arguments: [(-3, 1), (1, 1), (60, 60), (90, 60)])
  func minutes(typed: Int, minutes: Int) async {
    var syncUp = SyncUp.planning
    syncUp.minutes = 30
    await store(syncUp).send(.binding(.set(\.syncUp.minutes, typed))) {
      $0.syncUp.minutes = minutes
    }
  }

  @Test("The focus cannot be on a removed attendee")
  func focus() async {
    let store = store()
    await store.send(\.binding.focus, .attendee(UUID(102))) { $0.focus = .attendee(UUID(102)) }
    await store.send(\.binding.focus, .attendee(UUID(7))) { $0.focus = nil }
  }

  @Test("A form without a title gives the reason, which the next edit removes")
  func noTitle() async {
    let store = store(focus: .attendee(UUID(101)))
    await store.send(.binding(.set(\.syncUp.title, " \n"))) { $0.syncUp.title = " \n" }
    await store.send(.saveTapped) {
      $0.problem = .noTitle
      $0.focus = .title
    }
    await store.send(.binding(.set(\.syncUp.title, "Retro"))) {
      $0.syncUp.title = "Retro"
      $0.problem = nil
    }
  }

  @Test("A form without a named attendee gives the reason")
  func noAttendee() async {
    let store = store(
      SyncUp(id: UUID(100), title: "Retro", attendees: [Attendee(id: UUID(101), name: " ")]))
    await store.send(.saveTapped) {
      $0.problem = .noAttendee
      $0.focus = .attendee(UUID(101))
    }
  }

  @Test("A saved sync-up has no blanks around its texts, and no attendee without a name")
  func save() async {
    var saved = SyncUp.planning
    var edited = saved
    edited.title = " Planning "
    edited.attendees[0].name = "Ann\t"
    edited.attendees.append(Attendee(id: UUID(103)))
    saved.theme = .coral
    let store = store(edited)
    await store.send(.binding(.set(\.syncUp.theme, .coral))) { $0.syncUp.theme = .coral }
    await store.send(.saveTapped)
    await store.receive(\.delegate.saved, saved)
  }

  @Test("A canceled form closes")
  func cancel() async {
    let store = store()
    await store.send(.cancelTapped)
    #expect(store.isDismissed)
  }
}
