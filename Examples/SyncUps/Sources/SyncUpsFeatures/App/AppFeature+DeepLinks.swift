import ComposableArchitecture

extension AppFeature {
  /// Replaces the open pages and the form with the place that a link names.
  func open(_ link: String, in state: inout State) throws(DeepLinkError) -> Effect<Action> {
    if case .meeting? = state.path.last { throw .meetingInProgress }
    switch try DeepLink(link) {
    case .list:
      state.closeAll()
    case .newSyncUp:
      state.closeAll()
      return .send(.list(.addTapped))
    case .detail(let id):
      try state.show(id)
    case .edit(let id):
      let syncUp = try state.syncUp(linked: id)
      let form = SyncUpFormFeature.State(syncUp: syncUp.wrappedValue)
      try state.show(id, destination: .edit(form))
    case .record(let id):
      try state.show(id)
      return beginMeeting(of: try state.syncUp(linked: id), in: &state)
    case .transcript(let id, let meetingID):
      let syncUp = try state.syncUp(linked: id)
      guard syncUp.wrappedValue.meetings[id: meetingID] != nil else {
        throw .unknownMeeting(meetingID)
      }
      try state.show(id)
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
    _ id: SyncUp.ID, destination: SyncUpDetailFeature.Destination.State? = nil
  ) throws(DeepLinkError) {
    let syncUp = try syncUp(linked: id)
    closeAll()
    path.append(
      .detail(SyncUpDetailFeature.State(syncUp: syncUp, destination: destination)))
  }

  fileprivate func syncUp(linked id: SyncUp.ID) throws(DeepLinkError) -> Shared<SyncUp> {
    guard let syncUp = syncUp(id) else { throw .unknownSyncUp(id) }
    return syncUp
  }
}
