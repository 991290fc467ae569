import ComposableArchitecture
import Foundation
import Testing

@MainActor
struct SyncUpsAppTests {
  @Test
  func delete() async throws {
    let syncUp = SyncUp.mock
    let data = try JSONEncoder().encode([syncUp])
    let store = TestStore(initialState: SyncUpsApp.State()) {
      SyncUpsApp()
    } withDependencies: {
      $0.continuousClock = ImmediateClock()
      $0.dataManager = .mock(initialData: data)
    }

    await store.send(\.syncUpTapped, syncUp.id) {
      $0.path[id: 0] = .detail(SyncUpDetail.State(syncUp: syncUp))
    }
    await store.send(\.path[id: 0].detail.deleteButtonTapped) {
      $0.path[id: 0, case: \.detail]?.destination = .alert(.deleteSyncUp)
    }
    await store.send(\.path[id: 0].detail.destination.alert.confirmDeletion) {
      $0.path[id: 0, case: \.detail]?.destination = nil
    }
    await store.receive(\.path[id: 0].detail.delegate.deleteSyncUp) {
      $0.syncUpsList.syncUps = []
    }
    await store.receive(\.path.popFrom) {
      $0.path = StackState()
    }
  }

  @Test
  func detailEdit() async throws {
    var syncUp = SyncUp.mock
    let savedData = LockIsolated(Data?.none)
    let data = try JSONEncoder().encode([syncUp])
    let store = TestStore(initialState: SyncUpsApp.State()) {
      SyncUpsApp()
    } withDependencies: {
      $0.continuousClock = ImmediateClock()
      $0.dataManager = .mock(initialData: data)
      $0.dataManager.save = { @Sendable data, _ in savedData.setValue(data) }
    }

    await store.send(\.path.push, (id: 0, .detail(SyncUpDetail.State(syncUp: syncUp)))) {
      $0.path[id: 0] = .detail(SyncUpDetail.State(syncUp: syncUp))
    }
    await store.send(\.path[id: 0].detail.editButtonTapped) {
      $0.path[id: 0, case: \.detail]?.destination = .edit(SyncUpForm.State(syncUp: syncUp))
    }
    syncUp.title = "Blob"
    await store.send(\.path[id: 0].detail.destination.edit.binding.syncUp, syncUp) {
      $0.path[id: 0, case: \.detail]?.$destination[case: \.edit]?.syncUp.title = "Blob"
    }
    await store.send(\.path[id: 0].detail.doneEditingButtonTapped) {
      $0.path[id: 0, case: \.detail]?.destination = nil
      $0.path[id: 0, case: \.detail]?.syncUp.title = "Blob"
    }
    await store.receive(\.path[id: 0].detail.delegate.syncUpUpdated) {
      $0.syncUpsList.syncUps[0].title = "Blob"
    }

    let saved = try JSONDecoder().decode([SyncUp].self, from: try #require(savedData.value))
    #expect(saved == [syncUp])
  }

  @Test
  func recording() async throws {
    let speechResult = SpeechRecognitionResult(
      transcript: "I completed the project", isFinal: true)
    let syncUp = SyncUp(
      id: UUID(50),
      attendees: [
        Attendee(id: UUID(51)), Attendee(id: UUID(52)), Attendee(id: UUID(53)),
      ],
      duration: .seconds(6))

    let store = TestStore(
      initialState: SyncUpsApp.State(
        path: StackState([
          .detail(SyncUpDetail.State(syncUp: syncUp)),
          .record(RecordMeeting.State(syncUp: syncUp)),
        ]))
    ) {
      SyncUpsApp()
    } withDependencies: {
      $0.dataManager = .mock(initialData: try? JSONEncoder().encode([syncUp]))
      $0.date.now = Date(timeIntervalSince1970: 1_234_567_890)
      $0.continuousClock = ImmediateClock()
      $0.speechClient.authorizationStatus = { .authorized }
      $0.speechClient.startTask = { @Sendable in
        AsyncThrowingStream { continuation in
          continuation.yield(speechResult)
          continuation.finish()
        }
      }
      $0.uuid = .incrementing
    }
    store.exhaustivity = .off

    await store.send(\.path[id: 1].record.onTask)
    await store.receive(\.path[id: 1].record.delegate.save) {
      $0.path[id: 0, case: \.detail]?.syncUp.meetings = [
        Meeting(
          id: UUID(0), date: Date(timeIntervalSince1970: 1_234_567_890),
          transcript: "I completed the project")
      ]
    }
    await store.receive(\.path.popFrom) {
      $0.path[id: 1] = nil
    }
    store.assert {
      $0.syncUpsList.syncUps[0].meetings = [
        Meeting(
          id: UUID(0), date: Date(timeIntervalSince1970: 1_234_567_890),
          transcript: "I completed the project")
      ]
    }
  }
}
