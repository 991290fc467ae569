import ComposableArchitecture
import Foundation
import Testing

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
