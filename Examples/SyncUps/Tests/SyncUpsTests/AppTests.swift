import ComposableArchitecture
import ComposableArchitectureTesting
import Foundation
import SyncUpsFeatures
import Testing

@MainActor
@Suite("The app")
struct AppTests {
  private let clock = TestClock()

  private func store(_ state: @autoclosure () -> AppFeature.State) -> TestStoreOf<AppFeature> {
    TestStore(initialState: state()) {
      AppFeature()
    } withDependencies: {
      $0.continuousClock = clock
      $0.date.now = .now
      $0.uuid = .incrementing
      $0.speech.permission = { .granted }
      $0.speech.requestPermission = { .granted }
      $0.speech.phrases = { .finished() }
    }
  }

  @Test("A sync-up of the list opens, and its edits change the list")
  func edit() async {
    let store = store(AppFeature.State([.planning]))
    await store.send(.list(.syncUpTapped(UUID(100))))
    await store.receive(\.list.delegate.opened) { state in
      let syncUp = try #require(state.syncUp(UUID(100)))
      state.path[id: 0] = .detail(SyncUpDetailFeature.State(syncUp: syncUp))
    }
    await store.send(\.path[id: 0].detail.editTapped) {
      $0.path[id: 0, case: \.detail]?.destination = .edit(
        SyncUpFormFeature.State(syncUp: .planning))
    }
    var edited = SyncUp.planning
    edited.title = "Daily"
    await store.send(\.path[id: 0].detail.destination.edit.binding.syncUp, edited) {
      $0.path[id: 0, case: \.detail]?.destination.modify(\.edit) { $0.syncUp.title = "Daily" }
    }
    await store.send(\.path[id: 0].detail.destination.edit.saveTapped)
    await store.receive(\.path[id: 0].detail.destination.edit.delegate.saved) {
      $0.path[id: 0, case: \.detail]?.destination = nil
      $0.list.$syncUps.withLock { $0[0].title = "Daily" }
    }
    await store.send(\.path.popFrom, 0) { $0.path = StackState() }
  }

  @Test("The page of a deleted sync-up closes")
  func delete() async {
    let store = store(AppFeature.State([.planning], isDetailOpen: true))
    await store.send(\.path[id: 0].detail.deleteTapped) {
      $0.path[id: 0, case: \.detail]?.destination = .alert(.deletion(of: "Planning"))
    }
    await store.send(\.path[id: 0].detail.destination.alert.deletionConfirmed) {
      $0.path[id: 0, case: \.detail]?.destination = nil
    }
    await store.receive(\.path[id: 0].detail.delegate.deletionConfirmed) {
      $0.list.$syncUps.withLock { $0 = [] }
      $0.path = StackState()
    }
  }

  @Test("A meeting that ends is in the list, and its page closes")
  func meeting() async {
    let store = store(AppFeature.State([.planning], isDetailOpen: true))
    await store.send(\.path[id: 0].detail.startTapped)
    await store.receive(\.path[id: 0].detail.delegate.meetingStarted) { state in
      let syncUp = try #require(state.syncUp(UUID(100)))
      state.path[id: 1] = .meeting(MeetingFeature.State(syncUp: syncUp))
    }
    await store.receive(\.path[id: 1].meeting.begun)
    await store.receive(\.path[id: 1].meeting.permissionAnswered) {
      $0.path[id: 1, case: \.meeting]?.listening = .active
    }
    await clock.advance(by: .seconds(1))
    await store.receive(\.path[id: 1].meeting.ticked) {
      $0.path[id: 1, case: \.meeting]?.secondsElapsed = 1
    }
    await store.send(\.path[id: 1].meeting.endTapped) {
      $0.path[id: 1, case: \.meeting]?.alert = .end
    }
    await store.send(\.path[id: 1].meeting.alert.saveConfirmed) {
      $0.path[id: 1, case: \.meeting]?.alert = nil
      $0.list.$syncUps.withLock {
        $0[0].meetings = [Meeting(id: UUID(0), date: .now, seconds: 1, transcript: "")]
      }
    }
    await store.receive(\.path.popFrom) { $0.path.pop(from: 1) }
  }

  @Test("The transcript of a deleted meeting closes")
  func transcript() async {
    let store = store(AppFeature.State([.metPlanning], isDetailOpen: true))
    await store.send(\.path[id: 0].detail.meetingTapped, UUID(110))
    await store.receive(\.path[id: 0].detail.delegate.meetingOpened) { state in
      let syncUp = try #require(state.syncUp(UUID(100)))
      state.path[id: 1] = .transcript(
        TranscriptFeature.State(syncUp: syncUp, meetingID: UUID(110)))
    }
    await store.send(\.path[id: 1].transcript.deleteTapped) {
      $0.list.$syncUps.withLock { $0[0].meetings = [] }
      $0.path.pop(from: 1)
    }
  }

  @Test("The page of a sync-up that a different program deleted closes at the next action")
  func deletedOutside() async {
    let store = store(AppFeature.State([.planning], isDetailOpen: true))
    store.state.list.$syncUps.withLock { $0 = [] }
    store.assert { $0.list.$syncUps.withLock { $0 = [] } }
    await store.send(.linkRefusalDismissed) { $0.path = StackState() }
  }
}
