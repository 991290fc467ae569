import ComposableArchitecture
import Foundation
import Testing

@MainActor
struct SyncUpDetailTests {
  private func store(
    _ prepare: @escaping (inout DependencyValues) -> Void = { _ in }
  ) -> TestStoreOf<SyncUpDetail> {
    TestStore(initialState: SyncUpDetail.State(syncUp: .mock)) {
      SyncUpDetail()
    } withDependencies: {
      prepare(&$0)
    }
  }

  @Test
  func speechRestricted() async {
    let store = store { $0.speechClient.authorizationStatus = { .restricted } }
    await store.send(.startMeetingButtonTapped) {
      $0.destination = .alert(.speechRecognitionRestricted)
    }
  }

  @Test
  func speechDenied() async {
    let store = store { $0.speechClient.authorizationStatus = { .denied } }
    await store.send(.startMeetingButtonTapped) {
      $0.destination = .alert(.speechRecognitionDenied)
    }
  }

  @Test
  func openSettings() async {
    let settingsOpened = LockIsolated(false)
    let store = TestStore(
      initialState: SyncUpDetail.State(
        destination: .alert(.speechRecognitionDenied), syncUp: .mock)
    ) {
      SyncUpDetail()
    } withDependencies: {
      $0.openSettings = { settingsOpened.setValue(true) }
      $0.speechClient.authorizationStatus = { .denied }
    }
    await store.send(\.destination.alert.openSettings) {
      $0.destination = nil
    }
    #expect(settingsOpened.value)
  }

  @Test
  func continueWithoutRecording() async throws {
    let store = TestStore(
      initialState: SyncUpDetail.State(
        destination: .alert(.speechRecognitionDenied), syncUp: .mock)
    ) {
      SyncUpDetail()
    } withDependencies: {
      $0.speechClient.authorizationStatus = { .denied }
    }
    await store.send(\.destination.alert.continueWithoutRecording) {
      $0.destination = nil
    }
    await store.receive(\.delegate.startMeeting)
  }

  @Test
  func speechAuthorized() async throws {
    let store = store { $0.speechClient.authorizationStatus = { .authorized } }
    await store.send(.startMeetingButtonTapped)
    await store.receive(\.delegate.startMeeting)
  }

  @Test
  func edit() async {
    let store = store()
    var syncUp = SyncUp.mock
    await store.send(.editButtonTapped) {
      $0.destination = .edit(SyncUpForm.State(syncUp: syncUp))
    }
    syncUp.title = "Blob's Meeting"
    await store.send(\.destination.edit.binding.syncUp, syncUp) {
      $0.$destination[case: \.edit]?.syncUp.title = "Blob's Meeting"
    }
    await store.send(.doneEditingButtonTapped) {
      $0.destination = nil
      $0.syncUp.title = "Blob's Meeting"
    }
    await store.receive(\.delegate.syncUpUpdated)
  }

  @Test
  func cancelEdit() async {
    let store = store()
    await store.send(.editButtonTapped) {
      $0.destination = .edit(SyncUpForm.State(syncUp: .mock))
    }
    await store.send(.cancelEditButtonTapped) {
      $0.destination = nil
    }
  }

  @Test
  func delete() async {
    let didDismiss = LockIsolated(false)
    let store = store {
      $0.dismiss = DismissEffect { didDismiss.setValue(true) }
    }
    await store.send(.deleteButtonTapped) {
      $0.destination = .alert(.deleteSyncUp)
    }
    await store.send(\.destination.alert.confirmDeletion) {
      $0.destination = nil
    }
    await store.receive(\.delegate.deleteSyncUp)
    await store.finish()
    #expect(didDismiss.value)
  }

  @Test
  func deleteMeetings() async {
    let store = store()
    await store.send(.deleteMeetings(atOffsets: [0])) {
      $0.syncUp.meetings = []
    }
    await store.receive(\.delegate.syncUpUpdated)
  }
}
