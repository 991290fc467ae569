import ComposableArchitecture

extension SyncUpsApp: InvariantReducer {
  static var invariants: [Invariant<State, Action>] {
    [
      Invariant("A sync-up has an attendee") { state in
        state.syncUpsList.syncUps.allSatisfy { !$0.attendees.isEmpty }
      },
      // The details report a change with the action that follows it.
      Invariant("The list shows what the details show", remembering: true) { wasEqual, moment in
        let list = moment.state.syncUpsList.syncUps
        let isEqual = moment.state.path.allSatisfy { element in
          guard case .detail(let detail) = element else { return true }
          return list[id: detail.syncUp.id].map { $0 == detail.syncUp } ?? true
        }
        defer { wasEqual = isEqual }
        return isEqual || wasEqual
      },
      Invariant("A deleted sync-up is not in the list", remembering: ()) { _, moment in
        guard case .path(.element(let id, .detail(.delegate(.deleteSyncUp))))? = moment.action,
          let syncUp = moment.state.path[id: id, case: \.detail]?.syncUp
        else { return true }
        return moment.state.syncUpsList.syncUps[id: syncUp.id] == nil
      },
      Invariant("A meeting stands still while a question is open", remembering: 0) {
        seconds, moment in
        guard case .path(.element(let id, .record(let action)))? = moment.action,
          let meeting = moment.state.path[id: id, case: \.record]
        else { return true }
        defer { seconds = meeting.secondsElapsed }
        guard case .timerTick = action, meeting.alert != nil else { return true }
        return meeting.secondsElapsed == seconds
      },
    ]
  }

  /// Returns whether the action belongs to the screen that covers all others.
  static func isOffered(_ action: Action, in state: State) -> Bool {
    switch action {
    case .path(.element(let id, _)), .path(.popFrom(let id)): id == state.path.ids.last
    case .path(.push): false
    case .syncUpsList, .syncUpTapped: state.path.isEmpty
    }
  }
}
