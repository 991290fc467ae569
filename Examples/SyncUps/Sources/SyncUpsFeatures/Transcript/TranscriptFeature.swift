import ComposableArchitecture
import Foundation

/// The transcript of a meeting that took place.
@Reducer(.recordable)
package struct TranscriptFeature {
  @ObservableState
  package struct State: Equatable, Sendable {
    @Shared package var syncUp: SyncUp
    package let meetingID: Meeting.ID

    package init(syncUp: Shared<SyncUp>, meetingID: Meeting.ID) {
      _syncUp = syncUp
      self.meetingID = meetingID
    }

    /// The meeting; `nil` if it was deleted.
    package var meeting: Meeting? { syncUp.meetings[id: meetingID] }
  }

  package enum Action: Equatable, Sendable {
    /// Deletes the meeting. The app closes the transcript, because its meeting is gone.
    case deleteTapped
  }

  package init() {}

  package func reduce(into state: inout State, action: Action) -> Effect<Action> {
    switch action {
    case .deleteTapped:
      let id = state.meetingID
      state.$syncUp.withLock { _ = $0.meetings.remove(id: id) }
      return .none
    }
  }
}
