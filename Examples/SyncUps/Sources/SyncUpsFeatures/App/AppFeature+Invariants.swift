import ComposableArchitecture

/// The conditions that explored sessions check.
extension AppFeature: InvariantReducer {
  package static var invariants: [Invariant<State, Action>] {
    [
      Invariant("Each sync-up has a title and an attendee") { state in
        state.list.syncUps.allSatisfy { $0.problem == nil }
      },
      Invariant("Each attendee has a name") { state in
        state.list.syncUps.flatMap(\.attendees).allSatisfy { !$0.name.isEmpty }
      },
      Invariant("Meetings have different identities") { state in
        let ids = state.list.syncUps.flatMap(\.meetings.ids)
        return Set(ids).count == ids.count
      },
      Invariant("An open page shows a sync-up and a meeting of the list") { state in
        state.path.allSatisfy(state.isInList)
      },
      Invariant("Only the top page is a meeting") { state in
        state.path.dropLast().allSatisfy { !$0.is(\.meeting) }
      },
      Invariant("The speaker of a meeting attends it") { state in
        state.path.last?.meeting.map { $0.speaker != nil } ?? true
      },
      Invariant("A meeting takes at most the planned time") { state in
        state.path.last?.meeting.map { (0...$0.syncUp.seconds).contains($0.secondsElapsed) } ?? true
      },
      Invariant("The time of a meeting never goes back", remembering: MeetingTime?.none) {
        last, moment in
        let time = MeetingTime(moment.state)
        defer { last = time }
        guard let time, let last, time.page == last.page else { return true }
        return time.seconds >= last.seconds
      },
      Invariant("A meeting is saved once, by its page", remembering: SavedMeetings()) {
        meetings, moment in
        meetings.update(moment)
      },
      Invariant("The focus of a form is on one of its fields") { state in
        state.forms.allSatisfy { form in
          guard case .attendee(let id)? = form.focus else { return true }
          return form.syncUp.attendees[id: id] != nil
        }
      },
    ]
  }

  /// Returns whether a user can send the action. Only the topmost page is visible.
  package static func isOffered(_ action: Action, in state: State) -> Bool {
    switch action {
    case .open: true
    case .list(.form): state.path.isEmpty
    case .list: state.path.isEmpty && state.list.form == nil
    case .path(.element(let id, _)), .path(.popFrom(let id)): id == state.path.ids.last
    case .path: false
    case .linkRefusalDismissed: state.linkRefusal != nil
    }
  }
}

/// The page and the time of the meeting in progress.
private struct MeetingTime: Sendable {
  let page: StackElementID
  let seconds: Int

  init?(_ state: AppFeature.State) {
    guard let page = state.path.ids.last, let meeting = state.path.last?.meeting else {
      return nil
    }
    (self.page, seconds) = (page, meeting.secondsElapsed)
  }
}

/// The number of saved meetings, and the pages that saved them.
private struct SavedMeetings: Sendable {
  private var count: Int?
  private var pages: Set<StackElementID> = []

  /// Returns `false` if something else than a meeting's page saved a meeting, or saved several.
  mutating func update(_ moment: Invariant<AppFeature.State, AppFeature.Action>.Moment) -> Bool {
    let count = moment.state.list.syncUps.reduce(0) { $0 + $1.meetings.count }
    let last = self.count
    self.count = count
    guard let action = moment.action else {
      // The app has started, and numbers its pages from 0 again.
      pages = []
      return true
    }
    guard let last, count > last else { return true }
    guard case .path(.element(let page, .meeting)) = action else { return false }
    return count == last + 1 && pages.insert(page).inserted
  }
}

extension AppFeature.State {
  /// The forms that are open.
  fileprivate var forms: [SyncUpFormFeature.State] {
    [list.form].compactMap { $0 } + path.compactMap { $0.detail?.destination?.edit }
  }
}
