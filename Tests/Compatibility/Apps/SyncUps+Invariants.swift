import ComposableArchitecture
import Foundation

extension SyncUpsApp: InvariantReducer {
  static var invariants: [Invariant<State, Action>] {
    [
      Invariant("A sync-up has an attendee") { state in
        state.syncUpsList.syncUps.allSatisfy { !$0.attendees.isEmpty }
      },
      // The detail reports a change with the action after it.
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
      Invariant("A meeting pauses while a question is open", remembering: 0) {
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

  /// Returns whether the action belongs to the topmost screen, and to rows that this screen shows.
  static func isOffered(_ action: Action, in state: State) -> Bool {
    if let (indices, rows) = selection(of: action, in: state) {
      guard indices.allSatisfy(rows.contains) else { return false }
    }
    switch action {
    case .path(.element(let id, .detail(.destination(.presented(.alert))))):
      guard case .alert? = state.path[id: id, case: \.detail]?.destination else { return false }
      return id == state.path.ids.last
    case .path(.element(let id, _)), .path(.popFrom(let id)): return id == state.path.ids.last
    case .path(.push): return false
    case .syncUpsList, .syncUpTapped: return state.path.isEmpty
    }
  }

  /// Returns the indices of an action that selects rows, and the indices of all rows.
  private static func selection(of action: Action, in state: State) -> (IndexSet, Range<Int>)? {
    switch action {
    case .syncUpsList(.onDelete(let indices)):
      return (indices, state.syncUpsList.syncUps.indices)
    case .syncUpsList(.destination(.presented(.add(.deleteAttendees(let indices))))):
      guard case .add(let form)? = state.syncUpsList.destination else { return (indices, 0..<0) }
      return (indices, form.syncUp.attendees.indices)
    case .path(.element(let id, .detail(.deleteMeetings(let indices)))):
      return (indices, state.path[id: id, case: \.detail]?.syncUp.meetings.indices ?? 0..<0)
    case .path(
      .element(let id, .detail(.destination(.presented(.edit(.deleteAttendees(let indices))))))):
      guard case .edit(let form)? = state.path[id: id, case: \.detail]?.destination else {
        return (indices, 0..<0)
      }
      return (indices, form.syncUp.attendees.indices)
    default: return nil
    }
  }
}
