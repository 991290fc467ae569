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

@MainActor
struct SyncUpsListTests {
  @Test
  func add() async throws {
    let store = TestStore(initialState: SyncUpsList.State()) {
      SyncUpsList()
    } withDependencies: {
      $0.dataManager = .mock()
      $0.uuid = .incrementing
    }

    var syncUp = SyncUp(id: UUID(0), attendees: [Attendee(id: UUID(1))])
    await store.send(.addSyncUpButtonTapped) {
      $0.destination = .add(SyncUpForm.State(syncUp: syncUp))
    }

    syncUp.title = "Engineering"
    await store.send(\.destination.add.binding.syncUp, syncUp) {
      $0.destination?.modify(\.add) { $0.syncUp.title = "Engineering" }
    }

    await store.send(.confirmAddSyncUpButtonTapped) {
      $0.destination = nil
      $0.syncUps = [syncUp]
    }
  }

  @Test
  func addValidatedAttendees() async throws {
    let store = TestStore(
      initialState: SyncUpsList.State(
        destination: .add(
          SyncUpForm.State(
            syncUp: SyncUp(
              id: UUID(20),
              attendees: [
                Attendee(id: UUID(21), name: ""),
                Attendee(id: UUID(22), name: "    "),
              ],
              title: "Design"))))
    ) {
      SyncUpsList()
    } withDependencies: {
      $0.dataManager = .mock()
      $0.uuid = .incrementing
    }

    await store.send(.confirmAddSyncUpButtonTapped) {
      $0.destination = nil
      $0.syncUps = [
        SyncUp(id: UUID(20), attendees: [Attendee(id: UUID(21))], title: "Design")
      ]
    }
  }

  @Test
  func loadingDataDecodingFailed() async throws {
    let store = TestStore(initialState: SyncUpsList.State()) {
      SyncUpsList()
    } withDependencies: {
      $0.continuousClock = ImmediateClock()
      $0.dataManager = .mock(initialData: Data("!@#$ BAD DATA %^&*()".utf8))
    }

    #expect(store.state.destination == .alert(.dataFailedToLoad))

    await store.send(\.destination.alert.confirmLoadMockData) {
      $0.destination = nil
      $0.syncUps = [.mock]
    }
  }

  @Test
  func loadingDataFileNotFound() async throws {
    let store = TestStore(initialState: SyncUpsList.State()) {
      SyncUpsList()
    } withDependencies: {
      $0.dataManager.load = { @Sendable _ in
        struct FileNotFound: Error {}
        throw FileNotFound()
      }
    }
    #expect(store.state.destination == nil)
    #expect(store.state.syncUps == [])
  }

  @Test
  func deletion() async throws {
    let data = try JSONEncoder().encode([SyncUp.mock])
    let store = TestStore(initialState: SyncUpsList.State()) {
      SyncUpsList()
    } withDependencies: {
      $0.dataManager = .mock(initialData: data)
    }
    await store.send(.onDelete([0])) {
      $0.syncUps = []
    }
  }

  @Test
  func dismissAdd() async {
    let store = TestStore(initialState: SyncUpsList.State()) {
      SyncUpsList()
    } withDependencies: {
      $0.dataManager = .mock()
      $0.uuid = .incrementing
    }
    store.exhaustivity = .off(showSkippedAssertions: false)
    await store.send(.addSyncUpButtonTapped)
    await store.send(.dismissAddSyncUpButtonTapped) {
      $0.destination = nil
    }
  }
}

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

@MainActor
struct RecordMeetingTests {
  private static let syncUp = SyncUp(
    id: UUID(1),
    attendees: [
      Attendee(id: UUID(2)), Attendee(id: UUID(3)), Attendee(id: UUID(4)),
    ],
    duration: .seconds(6))

  @Test
  func timer() async {
    let clock = TestClock()
    let store = TestStore(initialState: RecordMeeting.State(syncUp: Self.syncUp)) {
      RecordMeeting()
    } withDependencies: {
      $0.continuousClock = clock
      $0.date.now = Date(timeIntervalSince1970: 1_234_567_890)
      $0.speechClient.authorizationStatus = { .denied }
      $0.dismiss = DismissEffect {}
    }

    let onTask = await store.send(.onTask)
    for second in 1...6 {
      await clock.advance(by: .seconds(1))
      await store.receive(\.timerTick) {
        $0.secondsElapsed = second
        $0.speakerIndex = min(2, second / 2)
      }
    }
    #expect(store.state.durationRemaining == .zero)
    await store.receive(\.delegate.save)
    await onTask.cancel()
  }

  @Test
  func recordTranscript() async {
    let clock = TestClock()
    let store = TestStore(initialState: RecordMeeting.State(syncUp: Self.syncUp)) {
      RecordMeeting()
    } withDependencies: {
      $0.continuousClock = clock
      $0.speechClient.authorizationStatus = { .authorized }
      $0.speechClient.startTask = { @Sendable in
        AsyncThrowingStream { continuation in
          continuation.yield(
            SpeechRecognitionResult(transcript: "I completed the project", isFinal: true))
          continuation.finish()
        }
      }
      $0.dismiss = DismissEffect {}
    }
    let onTask = await store.send(.onTask)
    await store.receive(\.speechResult) {
      $0.transcript = "I completed the project"
    }
    await store.withExhaustivity(.off(showSkippedAssertions: false)) {
      await clock.advance(by: .seconds(6))
      await store.receive(\.timerTick)
      await store.receive(\.timerTick)
      await store.receive(\.timerTick)
      await store.receive(\.timerTick)
      await store.receive(\.timerTick)
      await store.receive(\.timerTick)
    }
    await store.receive(\.delegate.save, "I completed the project")
    await onTask.cancel()
  }

  @Test
  func endMeetingSave() async {
    let store = TestStore(initialState: RecordMeeting.State(syncUp: .mock)) {
      RecordMeeting()
    } withDependencies: {
      $0.dismiss = DismissEffect {}
    }
    await store.send(.endMeetingButtonTapped) {
      $0.alert = .endMeeting(isDiscardable: true)
    }
    await store.send(\.alert.confirmSave) {
      $0.alert = nil
    }
    await store.receive(\.delegate.save)
  }

  @Test
  func endMeetingDiscard() async {
    let clock = TestClock()
    let dismissed = LockIsolated(false)
    let store = TestStore(initialState: RecordMeeting.State(syncUp: .mock)) {
      RecordMeeting()
    } withDependencies: {
      $0.continuousClock = clock
      $0.dismiss = DismissEffect { dismissed.setValue(true) }
      $0.speechClient.authorizationStatus = { .denied }
    }
    let task = await store.send(.onTask)
    await store.send(.endMeetingButtonTapped) {
      $0.alert = .endMeeting(isDiscardable: true)
    }
    await clock.advance(by: .seconds(3))
    await store.receive(\.timerTick)
    await store.receive(\.timerTick)
    await store.receive(\.timerTick)
    await store.send(\.alert.confirmDiscard) {
      $0.alert = nil
    }
    #expect(dismissed.value)
    await task.cancel()
  }

  @Test
  func nextSpeaker() async {
    let store = TestStore(initialState: RecordMeeting.State(syncUp: Self.syncUp)) {
      RecordMeeting()
    }
    await store.send(.nextButtonTapped) {
      $0.speakerIndex = 1
      $0.secondsElapsed = 2
    }
    await store.send(.nextButtonTapped) {
      $0.speakerIndex = 2
      $0.secondsElapsed = 4
    }
    await store.send(.nextButtonTapped) {
      $0.alert = .endMeeting(isDiscardable: false)
    }
    await store.send(\.alert.dismiss) {
      $0.alert = nil
    }
  }

  @Test
  func speechRecognitionFailure() async {
    let clock = TestClock()
    let store = TestStore(initialState: RecordMeeting.State(syncUp: Self.syncUp)) {
      RecordMeeting()
    } withDependencies: {
      $0.continuousClock = clock
      $0.speechClient.authorizationStatus = { .authorized }
      $0.speechClient.startTask = { @Sendable in
        AsyncThrowingStream {
          $0.yield(
            SpeechRecognitionResult(transcript: "I completed the project", isFinal: true))
          struct SpeechRecognitionFailure: Error {}
          $0.finish(throwing: SpeechRecognitionFailure())
        }
      }
    }
    let onTask = await store.send(.onTask)
    await store.receive(\.speechResult) {
      $0.transcript = "I completed the project"
    }
    await store.receive(\.speechFailure) {
      $0.alert = .speechRecognizerFailed
      $0.transcript = "I completed the project ❌"
    }
    await store.send(\.alert.dismiss) {
      $0.alert = nil
    }
    await onTask.cancel()
  }
}

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
