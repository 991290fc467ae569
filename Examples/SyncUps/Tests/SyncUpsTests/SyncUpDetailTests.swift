import ComposableArchitecture
import ComposableArchitectureTesting
import Foundation
import SyncUpsFeatures
import Testing

@MainActor
@Suite("The details of a sync-up")
struct SyncUpDetailTests {
  private func store(
    _ syncUp: SyncUp = .planning, permission: SpeechPermission = .granted
  ) -> TestStoreOf<SyncUpDetailFeature> {
    TestStore(initialState: SyncUpDetailFeature.State(syncUp: Shared(value: syncUp))) {
      SyncUpDetailFeature()
    } withDependencies: {
      $0.speech.permission = { permission }
    }
  }

  @Test("A saved edit changes the sync-up and keeps its meetings")
  func edit() async {
    var edited = SyncUp.metPlanning
    let store = store(.metPlanning)
    await store.send(.editTapped) {
      $0.destination = .edit(SyncUpFormFeature.State(syncUp: .metPlanning))
    }
    edited.title = "Daily"
    await store.send(\.destination.edit.binding.syncUp, edited) {
      $0.destination.modify(\.edit) { $0.syncUp.title = "Daily" }
    }
    // A meeting that a different program adds meanwhile is kept.
    store.state.$syncUp.withLock { $0.meetings = [] }
    store.assert { $0.$syncUp.withLock { $0.meetings = [] } }
    await store.send(\.destination.edit.saveTapped)
    await store.receive(\.destination.edit.delegate.saved, edited) {
      $0.$syncUp.withLock { $0.title = "Daily" }
      $0.destination = nil
    }
  }

  @Test("A canceled edit changes nothing")
  func cancelEdit() async {
    let store = store()
    await store.send(.editTapped) {
      $0.destination = .edit(SyncUpFormFeature.State(syncUp: .planning))
    }
    var edited = SyncUp.planning
    edited.theme = .amber
    await store.send(\.destination.edit.binding.syncUp, edited) {
      $0.destination.modify(\.edit) { $0.syncUp.theme = .amber }
    }
    await store.send(\.destination.edit.cancelTapped)
    await store.receive(\.destination.dismiss) { $0.destination = nil }
  }

  @Test("A deletion is asked for, and then left to the app")
  func delete() async {
    let store = store()
    await store.send(.deleteTapped) { $0.destination = .alert(.deletion(of: "Planning")) }
    await store.send(\.destination.dismiss) { $0.destination = nil }
    await store.send(.deleteTapped) { $0.destination = .alert(.deletion(of: "Planning")) }
    await store.send(\.destination.alert.deletionConfirmed) { $0.destination = nil }
    await store.receive(\.delegate.deletionConfirmed)
  }

  @Test(
    "A meeting begins unless speech recognition is denied",
    arguments: [
      SpeechPermission.granted, .undetermined,
    ])
  func start(permission: SpeechPermission) async {
    let store = store(permission: permission)
    await store.send(.startTapped)
    await store.receive(\.delegate.meetingStarted)
  }

  @Test("Without the permission to listen, the user can meet anyway")
  func denied() async {
    let store = store(permission: .denied)
    await store.send(.startTapped) { $0.destination = .alert(.speechDenied) }
    await store.send(\.destination.alert.withoutSpeechConfirmed) { $0.destination = nil }
    await store.receive(\.delegate.meetingStarted)
  }

  @Test("Without the permission to listen, the user can open the settings")
  func settings() async {
    let openedCount = LockIsolated(0)
    let store = store(permission: .denied)
    store.dependencies.settings.open = { openedCount.withValue { $0 += 1 } }
    await store.send(.startTapped) { $0.destination = .alert(.speechDenied) }
    await store.send(\.destination.alert.settingsTapped) { $0.destination = nil }
    await store.finish()
    #expect(openedCount.value == 1)
  }

  @Test("Only existing meetings can be opened")
  func meeting() async {
    let store = store(.metPlanning)
    await store.send(.meetingTapped(UUID(110)))
    await store.receive(\.delegate.meetingOpened, UUID(110))
    await store.send(.meetingTapped(UUID(7)))
  }
}
