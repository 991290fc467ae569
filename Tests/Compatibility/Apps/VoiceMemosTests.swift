import ComposableArchitecture
import XCTest

@MainActor
final class VoiceMemosTests: XCTestCase {
  let deadbeefID = UUID(uuidString: "DEADBEEF-DEAD-BEEF-DEAD-BEEFDEADBEEF")!
  let deadbeefURL = URL(fileURLWithPath: "/tmp/DEADBEEF-DEAD-BEEF-DEAD-BEEFDEADBEEF.m4a")
  let memoURL = URL(string: "https://www.pointfree.co/functions")!

  private func memo(
    mode: VoiceMemo.State.Mode = .notPlaying, duration: TimeInterval = 5
  ) -> VoiceMemos.State {
    VoiceMemos.State(
      voiceMemos: [
        VoiceMemo.State(
          date: Date(timeIntervalSinceReferenceDate: 0), duration: duration, mode: mode, title: "",
          url: memoURL)
      ])
  }

  /// Plays the recorded memo up to the last update of its progress.
  private func play(in store: TestStoreOf<VoiceMemos>, by clock: TestClock<Duration>) async {
    await store.send(\.voiceMemos[id: deadbeefURL].playButtonTapped) {
      $0.voiceMemos[id: self.deadbeefURL]?.mode = .playing(progress: 0)
    }
    await store.receive(\.voiceMemos[id: deadbeefURL].delegate.playbackStarted)
    for (index, progress) in [0.2, 0.4, 0.6, 0.8].enumerated() {
      await clock.advance(by: .milliseconds(500))
      await store.receive(\.voiceMemos[id: deadbeefURL].timerUpdated, Double(index + 1) / 2) {
        $0.voiceMemos[id: self.deadbeefURL]?.mode = .playing(progress: progress)
      }
    }
  }

  func testRecordAndPlayback() async throws {
    let didFinish = AsyncThrowingStream.makeStream(of: Bool.self)
    let clock = TestClock()
    let store = TestStore(initialState: VoiceMemos.State()) {
      VoiceMemos()
    } withDependencies: {
      $0.audioPlayer.play = { @Sendable _ in
        try await clock.sleep(for: .milliseconds(2_500))
        return true
      }
      $0.audioRecorder.currentTime = { 2.5 }
      $0.audioRecorder.requestRecordPermission = { true }
      $0.audioRecorder.startRecording = { @Sendable _ in
        try await didFinish.stream.first { _ in true }!
      }
      $0.audioRecorder.stopRecording = {
        didFinish.continuation.yield(true)
        didFinish.continuation.finish()
      }
      $0.date = .constant(Date(timeIntervalSinceReferenceDate: 0))
      $0.continuousClock = clock
      $0.temporaryDirectory = { URL(fileURLWithPath: "/tmp") }
      $0.uuid = .constant(deadbeefID)
    }

    await store.send(.recordButtonTapped)
    await clock.advance()
    await store.receive(\.recordPermissionResponse) {
      $0.audioRecorderPermission = .allowed
      $0.recordingMemo = RecordingMemo.State(
        date: Date(timeIntervalSinceReferenceDate: 0), url: self.deadbeefURL)
    }
    let recordingMemoTask = await store.send(\.recordingMemo.onTask)
    await clock.advance(by: .seconds(1))
    await store.receive(\.recordingMemo.timerUpdated) {
      $0.recordingMemo?.duration = 1
    }
    await clock.advance(by: .seconds(1))
    await store.receive(\.recordingMemo.timerUpdated) {
      $0.recordingMemo?.duration = 2
    }
    await clock.advance(by: .milliseconds(500))
    await store.send(\.recordingMemo.stopButtonTapped) {
      $0.recordingMemo?.mode = .encoding
    }
    await store.receive(\.recordingMemo.finalRecordingTime) {
      $0.recordingMemo?.duration = 2.5
    }
    await store.receive(\.recordingMemo.audioRecorderDidFinish.success)
    await store.receive(\.recordingMemo.delegate.didFinish.success) {
      $0.recordingMemo = nil
      $0.voiceMemos = [
        VoiceMemo.State(
          date: Date(timeIntervalSinceReferenceDate: 0), duration: 2.5, mode: .notPlaying,
          title: "", url: self.deadbeefURL)
      ]
    }
    await play(in: store, by: clock)
    await recordingMemoTask.cancel()
    store.exhaustivity = .off
    await clock.advance(by: .milliseconds(500))
    await store.skipReceivedActions()
    store.assert {
      $0.voiceMemos[id: self.deadbeefURL]?.mode = .notPlaying
    }
  }

  func testRecordMemoHappyPath() async throws {
    let clock = TestClock()
    let store = TestStore(
      initialState: RecordingMemo.State(
        date: Date(timeIntervalSinceReferenceDate: 0), url: deadbeefURL)
    ) {
      RecordingMemo()
    } withDependencies: {
      $0.audioRecorder.startRecording = { @Sendable _ in try await Task.never() }
      $0.continuousClock = clock
    }
    let task = await store.send(.onTask)
    await clock.advance(by: .seconds(2))
    await store.receive(\.timerUpdated) { $0.duration = 1 }
    await store.receive(\.timerUpdated) { $0.duration = 2 }
    await task.cancel()
  }

  func testPermissionDenied() async {
    let didOpenSettings = LockIsolated(false)
    let store = TestStore(initialState: VoiceMemos.State()) {
      VoiceMemos()
    } withDependencies: {
      $0.audioRecorder.requestRecordPermission = { false }
      $0.openSettings = { didOpenSettings.setValue(true) }
    }
    await store.send(.recordButtonTapped)
    await store.receive(\.recordPermissionResponse) {
      $0.alert = AlertState { TextState("Permission is required to record voice memos.") }
      $0.audioRecorderPermission = .denied
    }
    await store.send(\.alert.dismiss) {
      $0.alert = nil
    }
    await store.send(.recordButtonTapped) {
      $0.alert = AlertState { TextState("Permission is required to record voice memos.") }
    }
    await store.send(.openSettingsButtonTapped).finish()
    XCTAssert(didOpenSettings.value)
  }

  func testRecordMemoFailure() async {
    struct SomeError: Error, Equatable {}
    let store = TestStore(
      initialState: VoiceMemos.State(
        audioRecorderPermission: .allowed,
        recordingMemo: RecordingMemo.State(
          date: Date(timeIntervalSinceReferenceDate: 0), url: deadbeefURL))
    ) {
      VoiceMemos()
    } withDependencies: {
      $0.audioRecorder.startRecording = { @Sendable _ in throw SomeError() }
      $0.continuousClock = TestClock()
    }
    await store.send(\.recordingMemo.onTask)
    await store.receive(\.recordingMemo.audioRecorderDidFinish.failure)
    await store.receive(\.recordingMemo.delegate.didFinish.failure) {
      $0.alert = AlertState { TextState("Voice memo recording failed.") }
      $0.recordingMemo = nil
    }
  }

  func testRecordMemoFailureNonExhaustive() async {
    struct SomeError: Error, Equatable {}
    let store = TestStore(
      initialState: VoiceMemos.State(
        audioRecorderPermission: .allowed,
        recordingMemo: RecordingMemo.State(
          date: Date(timeIntervalSinceReferenceDate: 0), url: deadbeefURL))
    ) {
      VoiceMemos()
    } withDependencies: {
      $0.audioRecorder.startRecording = { @Sendable _ in throw SomeError() }
      $0.continuousClock = TestClock()
    }
    store.exhaustivity = .off(showSkippedAssertions: true)

    await store.send(\.recordingMemo.onTask)
    await store.receive(\.recordingMemo.delegate.didFinish.failure) {
      $0.alert = AlertState { TextState("Voice memo recording failed.") }
      $0.recordingMemo = nil
    }
  }

  func testPlayMemoHappyPath() async {
    let clock = TestClock()
    let store = TestStore(initialState: memo(duration: 1.25)) {
      VoiceMemos()
    } withDependencies: {
      $0.audioPlayer.play = { @Sendable _ in
        try await clock.sleep(for: .milliseconds(1_250))
        return true
      }
      $0.continuousClock = clock
    }
    await store.send(\.voiceMemos[id: memoURL].playButtonTapped) {
      $0.voiceMemos[id: self.memoURL]?.mode = .playing(progress: 0)
    }
    await store.receive(\.voiceMemos[id: memoURL].delegate.playbackStarted)
    await clock.advance(by: .milliseconds(500))
    await store.receive(\.voiceMemos[id: memoURL].timerUpdated) {
      $0.voiceMemos[id: self.memoURL]?.mode = .playing(progress: 0.4)
    }
    await clock.advance(by: .milliseconds(500))
    await store.receive(\.voiceMemos[id: memoURL].timerUpdated) {
      $0.voiceMemos[id: self.memoURL]?.mode = .playing(progress: 0.8)
    }
    await clock.advance(by: .milliseconds(250))
    await store.receive(\.voiceMemos[id: memoURL].audioPlayerClient.success) {
      $0.voiceMemos[id: self.memoURL]?.mode = .notPlaying
    }
  }

  func testPlayMemoFailure() async {
    struct SomeError: Error, Equatable {}
    let clock = TestClock()
    let store = TestStore(initialState: memo(duration: 30)) {
      VoiceMemos()
    } withDependencies: {
      $0.audioPlayer.play = { @Sendable _ in throw SomeError() }
      $0.continuousClock = clock
    }
    let task = await store.send(\.voiceMemos[id: memoURL].playButtonTapped) {
      $0.voiceMemos[id: self.memoURL]?.mode = .playing(progress: 0)
    }
    await store.receive(\.voiceMemos[id: memoURL].delegate.playbackStarted)
    await store.receive(\.voiceMemos[id: memoURL].audioPlayerClient.failure) {
      $0.voiceMemos[id: self.memoURL]?.mode = .notPlaying
    }
    await store.receive(\.voiceMemos[id: memoURL].delegate.playbackFailed) {
      $0.alert = AlertState { TextState("Voice memo playback failed.") }
    }
    await task.cancel()
  }

  func testStopMemo() async {
    let store = TestStore(initialState: memo(mode: .playing(progress: 0.3))) {
      VoiceMemos()
    }
    await store.send(\.voiceMemos[id: memoURL].playButtonTapped) {
      $0.voiceMemos[id: self.memoURL]?.mode = .notPlaying
    }
  }

  func testDeleteMemo() async {
    let store = TestStore(initialState: memo()) {
      VoiceMemos()
    }
    await store.send(.onDelete([0])) {
      $0.voiceMemos = []
    }
  }

  func testDeleteMemos() async {
    let date = Date()
    let store = TestStore(
      initialState: VoiceMemos.State(
        voiceMemos: IdentifiedArray(
          uniqueElements: (1...3).map {
            VoiceMemo.State(
              date: date, duration: 10, title: "\($0)", url: URL(fileURLWithPath: "/tmp/\($0)"))
          }))
    ) {
      VoiceMemos()
    }
    await store.send(.onDelete([1])) {
      $0.voiceMemos.remove(at: 1)
    }
    await store.send(.onDelete([0, 1])) {
      $0.voiceMemos = []
    }
  }

  func testDeleteMemoWhilePlaying() async {
    let clock = TestClock()
    let store = TestStore(initialState: memo(duration: 10)) {
      VoiceMemos()
    } withDependencies: {
      $0.audioPlayer.play = { @Sendable _ in try await Task.never() }
      $0.continuousClock = clock
    }
    await store.send(\.voiceMemos[id: memoURL].playButtonTapped) {
      $0.voiceMemos[id: self.memoURL]?.mode = .playing(progress: 0)
    }
    await store.receive(\.voiceMemos[id: memoURL].delegate.playbackStarted)
    await store.send(.onDelete([0])) {
      $0.voiceMemos = []
    }
    await store.finish()
  }

  func testRename() async {
    let store = TestStore(initialState: memo()) {
      VoiceMemos()
    }
    await store.send(\.voiceMemos[id: memoURL].titleTextFieldChanged, "Functions") {
      $0.voiceMemos[id: self.memoURL]?.title = "Functions"
    }
  }
}
