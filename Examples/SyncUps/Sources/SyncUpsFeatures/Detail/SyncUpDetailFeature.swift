import ComposableArchitecture
import Foundation

/// The details of a sync-up, which can be edited, deleted, and held as a meeting.
@Reducer(.recordable)
package struct SyncUpDetailFeature {
  @ObservableState
  package struct State: Equatable, Sendable {
    /// The element of the list, so that every change is a change of the list.
    @Shared package var syncUp: SyncUp
    @Presents package var destination: Destination.State?

    package init(syncUp: Shared<SyncUp>, destination: Destination.State? = nil) {
      _syncUp = syncUp
      self.destination = destination
    }
  }

  @Reducer(state: .equatable, .sendable, .recordable, action: .equatable, .sendable, .recordable)
  package enum Destination {
    case alert(AlertState<Alert>)
    case edit(SyncUpFormFeature)
  }

  /// The buttons of the alerts, apart from those that only close them.
  @Recordable
  @CasePathable
  package enum Alert: Equatable, Sendable {
    case deletionConfirmed
    case withoutSpeechConfirmed
    case settingsTapped
  }

  package enum Action: Equatable, Sendable {
    case editTapped
    case deleteTapped
    case startTapped
    case meetingTapped(UUID)
    case destination(PresentationAction<Destination.Action>)
    case delegate(Delegate)
  }

  @Recordable
  @CasePathable
  package enum Delegate: Equatable, Sendable {
    /// The user confirmed that the sync-up should be deleted.
    case deletionConfirmed
    /// A meeting begins.
    case meetingStarted
    /// The user wants to read the transcript of a meeting.
    case meetingOpened(UUID)
  }

  @Dependency(\.settings) private var settings
  @Dependency(\.speech) private var speech

  package init() {}

  package var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .editTapped:
        state.destination = .edit(SyncUpFormFeature.State(syncUp: state.syncUp))
        return .none
      case .deleteTapped:
        state.destination = .alert(.deletion(of: state.syncUp.title))
        return .none
      case .startTapped:
        guard speech.permission() != .denied else {
          state.destination = .alert(.speechDenied)
          return .none
        }
        return .send(.delegate(.meetingStarted))
      case .meetingTapped(let id):
        let isKnown = state.syncUp.meetings[id: id] != nil
        return isKnown ? .send(.delegate(.meetingOpened(id))) : .none
      case .destination(.presented(.alert(let answer))):
        return effect(of: answer)
      case .destination(.presented(.edit(.delegate(.saved(let edited))))):
        state.$syncUp.withLock { $0.replaceDetails(with: edited) }
        state.destination = nil
        return .none
      case .destination, .delegate:
        return .none
      }
    }
    .ifLet(\.$destination, action: \.destination)
  }

  private func effect(of answer: Alert) -> Effect<Action> {
    switch answer {
    case .deletionConfirmed: .send(.delegate(.deletionConfirmed))
    case .withoutSpeechConfirmed: .send(.delegate(.meetingStarted))
    case .settingsTapped: .run { _ in await settings.open() }
    }
  }
}

extension AlertState where Action == SyncUpDetailFeature.Alert {
  package static func deletion(of title: String) -> Self {
    AlertState {
      TextState("Delete \(title)?")
    } actions: {
      ButtonState(role: .destructive, action: .deletionConfirmed) { TextState("Delete") }
      ButtonState(role: .cancel) { TextState("Cancel") }
    } message: {
      TextState("Its meetings and their transcripts are deleted, too.")
    }
  }

  package static var speechDenied: Self {
    AlertState {
      TextState("Speech recognition is not permitted")
    } actions: {
      ButtonState(action: .withoutSpeechConfirmed) { TextState("Meet without a transcript") }
      ButtonState(action: .settingsTapped) { TextState("Open settings") }
      ButtonState(role: .cancel) { TextState("Cancel") }
    } message: {
      TextState("The meeting will have no transcript unless you permit it in the settings.")
    }
  }
}
