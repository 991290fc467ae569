import ComposableArchitecture
import Foundation

/// A meeting in progress, with a timer for each speaker and a transcript.
@Reducer(.recordable)
package struct MeetingFeature {
  @ObservableState
  package struct State: Equatable, Sendable {
    @Shared package var syncUp: SyncUp
    package var secondsElapsed = 0
    package var transcript = ""
    package var listening = Listening.starting
    @Presents package var alert: AlertState<Alert>?

    package init(syncUp: Shared<SyncUp>) {
      _syncUp = syncUp
    }
  }

  /// The state of speech recognition.
  @Recordable
  package enum Listening: Equatable, Sendable {
    case starting, active, denied
    case failed(SpeechError)
  }

  /// The buttons of the alerts, apart from those that only close them.
  @Recordable
  @CasePathable
  package enum Alert: Equatable, Sendable {
    case saveConfirmed
    case discardConfirmed
  }

  package enum Action: Equatable, Sendable {
    /// Starts the timer and speech recognition. The app sends it when the meeting is shown.
    case begun
    case ticked
    case nextTapped
    case endTapped
    case permissionAnswered(SpeechPermission)
    case heard(String)
    case speechFailed(SpeechError)
    case alert(PresentationAction<Alert>)
  }

  private enum CancelID { case meeting }

  @Dependency(\.continuousClock) private var clock
  @Dependency(\.date.now) private var now
  @Dependency(\.dismiss) private var dismiss
  @Dependency(\.speech) private var speech
  @Dependency(\.uuid) private var uuid

  package init() {}

  package var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .begun:
        return .merge(tick(), listen()).cancellable(id: CancelID.meeting, cancelInFlight: true)
      case .ticked:
        // An alert pauses the meeting.
        guard state.alert == nil else { return .none }
        state.secondsElapsed = min(state.secondsElapsed + 1, state.syncUp.seconds)
        return state.secondsElapsed < state.syncUp.seconds ? .none : save(&state)
      case .nextTapped:
        guard !state.isLastSpeaker else {
          state.alert = .lastSpeaker
          return .none
        }
        state.secondsElapsed = (state.speakerIndex + 1) * state.syncUp.secondsPerAttendee
        return .none
      case .endTapped:
        state.alert = .end
        return .none
      case .permissionAnswered(let permission):
        state.listening = permission == .granted ? .active : .denied
        return .none
      case .heard(let phrase):
        state.transcript += state.transcript.isEmpty ? phrase : " \(phrase)"
        return .none
      case .speechFailed(let error):
        state.listening = .failed(error)
        if state.alert == nil { state.alert = .speechFailed(error) }
        return .none
      case .alert(.presented(.saveConfirmed)):
        return save(&state)
      case .alert(.presented(.discardConfirmed)):
        return end()
      case .alert:
        return .none
      }
    }
    .ifLet(\.$alert, action: \.alert)
  }

  private func tick() -> Effect<Action> {
    .run { send in
      for await _ in clock.timer(interval: .seconds(1)) { await send(.ticked) }
    }
  }

  private func listen() -> Effect<Action> {
    .run { send in
      let permission = await speech.requestPermission()
      await send(.permissionAnswered(permission))
      guard permission == .granted else { return }
      for try await phrase in speech.phrases() { await send(.heard(phrase)) }
    } catch: { error, send in
      await send(.speechFailed(error as? SpeechError ?? .interrupted))
    }
  }

  private func save(_ state: inout State) -> Effect<Action> {
    let meeting = Meeting(
      id: uuid(), date: now, seconds: state.secondsElapsed, transcript: state.transcript)
    state.$syncUp.withLock { _ = $0.meetings.insert(meeting, at: 0) }
    return end()
  }

  private func end() -> Effect<Action> {
    .merge(.cancel(id: CancelID.meeting), .run { _ in await dismiss() })
  }
}

extension MeetingFeature.State {
  /// The index of the attendee whose turn it is.
  package var speakerIndex: Int {
    min(secondsElapsed / syncUp.secondsPerAttendee, syncUp.attendees.count - 1)
  }

  /// The attendee whose turn it is.
  package var speaker: Attendee? {
    syncUp.attendees.indices.contains(speakerIndex) ? syncUp.attendees[speakerIndex] : nil
  }

  package var isLastSpeaker: Bool { speakerIndex >= syncUp.attendees.count - 1 }

  package var secondsLeft: Int { syncUp.seconds - secondsElapsed }
}
