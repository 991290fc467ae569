import ComposableArchitecture

extension AppFeature {
  /// Replaces the open pages and the form with the place that a link names.
  func open(_ link: String, in state: inout State) throws(DeepLinkError) -> Effect<Action> {
    if state.path.last?.meeting != nil { throw .meetingInProgress }
    switch try DeepLink(link) {
    case .list:
      state.closeAll()
    case .newSyncUp:
      state.closeAll()
      return .send(.list(.addTapped))
    case .detail(let id):
      state.show(try state.linkedSyncUp(id))
    case .edit(let id):
      let syncUp = try state.linkedSyncUp(id)
      let form = SyncUpFormFeature.State(syncUp: syncUp.wrappedValue)
      state.show(syncUp, destination: .edit(form))
    case .record(let id):
      let syncUp = try state.linkedSyncUp(id)
      state.show(syncUp)
      return beginMeeting(of: syncUp, in: &state)
    case .transcript(let id, let meetingID):
      let syncUp = try state.linkedSyncUp(id)
      guard syncUp.wrappedValue.meetings[id: meetingID] != nil else {
        throw .unknownMeeting(meetingID)
      }
      state.show(syncUp)
      state.path.append(
        .transcript(TranscriptFeature.State(syncUp: syncUp, meetingID: meetingID)))
    }
    return .none
  }
}

extension AppFeature.State {
  fileprivate mutating func closeAll() {
    linkRefusal = nil
    list.form = nil
    path.removeAll()
  }

  /// Shows the details of a sync-up, with nothing else above the list.
  fileprivate mutating func show(
    _ syncUp: Shared<SyncUp>, destination: SyncUpDetailFeature.Destination.State? = nil
  ) {
    closeAll()
    path.append(.detail(SyncUpDetailFeature.State(syncUp: syncUp, destination: destination)))
  }

  fileprivate func linkedSyncUp(_ id: SyncUp.ID) throws(DeepLinkError) -> Shared<SyncUp> {
    guard let syncUp = syncUp(id) else { throw .unknownSyncUp(id) }
    return syncUp
  }
}
