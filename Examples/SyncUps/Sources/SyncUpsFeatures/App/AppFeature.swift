import ComposableArchitecture

/// The whole app: the list of sync-ups, and the pages that are open above it.
@Reducer(.recordable)
package struct AppFeature {
  @ObservableState
  package struct State: Equatable, Sendable {
    package var list: SyncUpListFeature.State
    package var path = StackState<Path.State>()
    /// The reason why the last link was not opened, until the user has read it.
    package var linkRefusal: DeepLinkError?

    package init(list: SyncUpListFeature.State = SyncUpListFeature.State()) {
      self.list = list
    }
  }

  /// A page above the list.
  @Reducer(state: .equatable, .sendable, .recordable, action: .equatable, .sendable, .recordable)
  package enum Path {
    case detail(SyncUpDetailFeature)
    case meeting(MeetingFeature)
    case transcript(TranscriptFeature)
  }

  package enum Action: Equatable, Sendable {
    case list(SyncUpListFeature.Action)
    case path(StackActionOf<Path>)
    /// Opens a `DeepLink`.
    case open(String)
    case linkRefusalDismissed
  }

  package init() {}

  package var body: some ReducerOf<Self> {
    Scope(state: \.list, action: \.list) { SyncUpListFeature() }
    Reduce { state, action in
      switch action {
      case .list(.delegate(.opened(let id))):
        if let syncUp = state.syncUp(id) {
          state.path.append(.detail(SyncUpDetailFeature.State(syncUp: syncUp)))
        }
        return .none
      case .path(.element(let id, .detail(.delegate(let delegate)))):
        return perform(delegate, ofDetail: id, in: &state)
      case .open(let link):
        do throws(DeepLinkError) {
          return try open(link, in: &state)
        } catch {
          state.linkRefusal = error
          return .none
        }
      case .linkRefusalDismissed:
        state.linkRefusal = nil
        return .none
      case .list, .path:
        return .none
      }
    }
    .forEach(\.path, action: \.path)
    Reduce { state, _ in
      state.popRemovedPages()
      return .none
    }
  }

  private func perform(
    _ delegate: SyncUpDetailFeature.Delegate, ofDetail id: StackElementID, in state: inout State
  ) -> Effect<Action> {
    guard let syncUp = state.path[id: id, case: \.detail]?.$syncUp else { return .none }
    switch delegate {
    case .deletionConfirmed:
      let removedID = syncUp.wrappedValue.id
      state.list.$syncUps.withLock { _ = $0.remove(id: removedID) }
    case .meetingOpened(let meetingID):
      state.path.append(
        .transcript(TranscriptFeature.State(syncUp: syncUp, meetingID: meetingID)))
    case .meetingStarted:
      return beginMeeting(of: syncUp, in: &state)
    }
    return .none
  }

  func beginMeeting(of syncUp: Shared<SyncUp>, in state: inout State) -> Effect<Action> {
    state.path.append(.meeting(MeetingFeature.State(syncUp: syncUp)))
    guard let id = state.path.ids.last else { return .none }
    return .send(.path(.element(id: id, action: .meeting(.begun))))
  }
}

extension AppFeature.State {
  /// Returns a reference to a sync-up of the list.
  package func syncUp(_ id: SyncUp.ID) -> Shared<SyncUp>? { Shared(list.$syncUps[id: id]) }

  /// Closes the pages whose sync-up or meeting is no longer in the list, and the pages above them.
  ///
  /// A sync-up can be deleted by the user, or by a different program that writes the file.
  fileprivate mutating func popRemovedPages() {
    let removed = path.ids.first { id in path[id: id].map { !isInList($0) } ?? false }
    if let removed { path.pop(from: removed) }
  }

  /// Whether the list has the sync-up and the meeting that a page shows.
  func isInList(_ page: AppFeature.Path.State) -> Bool {
    switch page {
    case .detail(let detail): list.syncUps[id: detail.syncUp.id] != nil
    case .meeting(let meeting): list.syncUps[id: meeting.syncUp.id] != nil
    case .transcript(let transcript):
      list.syncUps[id: transcript.syncUp.id]?.meetings[id: transcript.meetingID] != nil
    }
  }
}
