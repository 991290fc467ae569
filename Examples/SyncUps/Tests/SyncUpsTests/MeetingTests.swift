import ComposableArchitecture
import ComposableArchitectureTesting
import Foundation
import SyncUpsFeatures
import Testing

@MainActor
@Suite("A meeting in progress")
struct MeetingTests {
  private let clock = TestClock()

  private func store(
    elapsed: Int = 0, permission: SpeechPermission = .denied,
    phrases: [String] = [], failure: (any Error)? = nil
  ) -> TestStoreOf<MeetingFeature> {
    var state = MeetingFeature.State(syncUp: Shared(value: .planning))
    state.secondsElapsed = elapsed
    return TestStore(initialState: state) {
      MeetingFeature()
    } withDependencies: {
      $0.continuousClock = clock
      $0.date.now = .now
      $0.uuid = .incrementing
      $0.speech.requestPermission = { permission }
      $0.speech.phrases = {
        AsyncThrowingStream { continuation in
          for phrase in phrases { continuation.yield(phrase) }
          continuation.finish(throwing: failure)
        }
      }
    }
  }

  /// Begins a meeting that is not allowed to listen.
  private func begin(_ store: TestStoreOf<MeetingFeature>) async {
    await store.send(.begun)
    await store.receive(\.permissionAnswered, .denied) { $0.listening = .denied }
  }

  @Test("A meeting is saved with its transcript when its time is up")
  func wholeMeeting() async {
    let store = store(elapsed: 58, permission: .granted, phrases: ["Good morning.", "Bye."])
    await store.send(.begun)
    await store.receive(\.permissionAnswered, .granted) { $0.listening = .active }
    await store.receive(\.heard, "Good morning.") { $0.transcript = "Good morning." }
    await store.receive(\.heard, "Bye.") { $0.transcript = "Good morning. Bye." }
    await clock.advance(by: .seconds(2))
    await store.receive(\.ticked) { $0.secondsElapsed = 59 }
    await store.receive(\.ticked) {
      $0.secondsElapsed = 60
      $0.$syncUp.withLock {
        $0.meetings = [
          Meeting(id: UUID(0), date: .now, seconds: 60, transcript: "Good morning. Bye.")
        ]
      }
    }
    #expect(store.isDismissed)
  }

  @Test("The turn passes to the next attendee after an equal share of the time")
  func turns() async {
    let store = store(elapsed: 28)
    await begin(store)
    await clock.advance(by: .seconds(1))
    await store.receive(\.ticked) { $0.secondsElapsed = 29 }
    #expect(store.state.speaker?.name == "Ann")
    await clock.advance(by: .seconds(1))
    await store.receive(\.ticked) { $0.secondsElapsed = 30 }
    #expect(store.state.speaker?.name == "Ben")
    await store.send(.endTapped) { $0.alert = .end }
    await store.send(\.alert.discardConfirmed) { $0.alert = nil }
  }

  @Test("The next speaker can begin early, and the last one can end the meeting")
  func next() async {
    let store = store(elapsed: 3)
    await begin(store)
    await store.send(.nextTapped) { $0.secondsElapsed = 30 }
    await store.send(.nextTapped) { $0.alert = .lastSpeaker }
    await store.send(\.alert.saveConfirmed) {
      $0.alert = nil
      $0.$syncUp.withLock {
        $0.meetings = [Meeting(id: UUID(0), date: .now, seconds: 30, transcript: "")]
      }
    }
    #expect(store.isDismissed)
  }

  @Test("An alert pauses the meeting, which can then be resumed")
  func pause() async {
    let store = store()
    await begin(store)
    await store.send(.endTapped) { $0.alert = .end }
    await clock.advance(by: .seconds(2))
    await store.receive(\.ticked)
    await store.receive(\.ticked)
    await store.send(\.alert.dismiss) { $0.alert = nil }
    await clock.advance(by: .seconds(1))
    await store.receive(\.ticked) { $0.secondsElapsed = 1 }
    await store.send(.endTapped) { $0.alert = .end }
    await store.send(\.alert.discardConfirmed) { $0.alert = nil }
    #expect(store.isDismissed)
    #expect(store.state.syncUp == .planning)
  }

  @Test("A failure of speech recognition keeps what was heard, and asks whether to continue")
  func failure() async {
    let error = SpeechError.unreadable(path: "phrases.txt")
    let store = store(permission: .granted, phrases: ["Good"], failure: error)
    await store.send(.begun)
    await store.receive(\.permissionAnswered, .granted) { $0.listening = .active }
    await store.receive(\.heard, "Good") { $0.transcript = "Good" }
    await store.receive(\.speechFailed, error) {
      $0.listening = .failed(error)
      $0.alert = .speechFailed(error)
    }
    await store.send(\.alert.discardConfirmed) { $0.alert = nil }
    #expect(store.isDismissed)
  }

  @Test("A failure of an unknown kind is an interruption, and does not replace an alert")
  func interruption() async {
    let store = store(permission: .granted, failure: CocoaError(.fileReadUnknown))
    await store.send(.endTapped) { $0.alert = .end }
    await store.send(.begun)
    await store.receive(\.permissionAnswered, .granted) { $0.listening = .active }
    await store.receive(\.speechFailed, .interrupted) { $0.listening = .failed(.interrupted) }
    await store.send(\.alert.saveConfirmed) {
      $0.alert = nil
      $0.$syncUp.withLock {
        $0.meetings = [Meeting(id: UUID(0), date: .now, seconds: 0, transcript: "")]
      }
    }
  }
}

@MainActor
@Suite("The transcript of a meeting")
struct TranscriptTests {
  @Test("A deleted meeting is no longer in its sync-up")
  func delete() async {
    let store = TestStore(
      initialState: TranscriptFeature.State(
        syncUp: Shared(value: .metPlanning), meetingID: UUID(110))
    ) {
      TranscriptFeature()
    }
    #expect(store.state.meeting == .past)
    await store.send(.deleteTapped) { $0.$syncUp.withLock { $0.meetings = [] } }
    #expect(store.state.meeting == nil)
  }
}
