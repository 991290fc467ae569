import ComposableArchitecture
import Foundation

/// Edits a copy of a sync-up, and hands it to the parent feature if it is valid.
@Reducer(.recordable)
package struct SyncUpFormFeature {
  @ObservableState
  package struct State: Equatable, Sendable {
    package var syncUp: SyncUp
    package var focus: Field?
    /// The reason why the sync-up was not saved.
    package var problem: Problem?

    package init(syncUp: SyncUp, focus: Field? = .title) {
      self.syncUp = syncUp
      self.focus = focus
    }
  }

  /// A text field of the form.
  @Recordable
  package enum Field: Hashable, Sendable {
    case title
    case attendee(UUID)
  }

  /// A reason why a sync-up cannot be saved.
  @Recordable
  package enum Problem: Equatable, Sendable {
    case noTitle, noAttendee
  }

  package enum Action: BindableAction, Equatable, Sendable {
    case binding(BindingAction<State>)
    case attendees(IdentifiedActionOf<AttendeeFeature>)
    case addAttendeeTapped
    case saveTapped
    case cancelTapped
    case delegate(Delegate)
  }

  @Recordable
  @CasePathable
  package enum Delegate: Equatable, Sendable {
    /// The sync-up is valid. The parent saves it, and closes the form.
    case saved(SyncUp)
  }

  @Dependency(\.dismiss) private var dismiss
  @Dependency(\.uuid) private var uuid

  package init() {}

  package var body: some ReducerOf<Self> {
    BindingReducer()
    Reduce { state, action in
      switch action {
      case .binding(\.syncUp.minutes):
        let possible = SyncUp.possibleMinutes
        state.syncUp.minutes = max(
          possible.lowerBound, min(state.syncUp.minutes, possible.upperBound))
        return .none
      case .binding(\.focus):
        if case .attendee(let id) = state.focus, state.syncUp.attendees[id: id] == nil {
          state.focus = nil
        }
        return .none
      case .binding, .attendees(.element(id: _, action: .binding)):
        state.problem = nil
        return .none
      case .attendees(.element(let id, .removeTapped)):
        state.removeAttendee(id)
        return .none
      case .addAttendeeTapped:
        let attendee = Attendee(id: uuid())
        state.syncUp.attendees.append(attendee)
        state.focus = .attendee(attendee.id)
        return .none
      case .saveTapped:
        let syncUp = state.syncUp.withoutBlanks
        state.problem = syncUp.problem
        if let problem = state.problem { state.focus = state.field(of: problem) }
        return state.problem == nil ? .send(.delegate(.saved(syncUp))) : .none
      case .cancelTapped:
        return .run { _ in await dismiss() }
      case .delegate:
        return .none
      }
    }
    .forEach(\.syncUp.attendees, action: \.attendees) { AttendeeFeature() }
  }
}

extension SyncUpFormFeature.State {
  /// Removes an attendee. The focus moves to the next attendee, or else to the previous one.
  fileprivate mutating func removeAttendee(_ id: UUID) {
    guard let index = syncUp.attendees.index(id: id) else { return }
    syncUp.attendees.remove(at: index)
    let attendees = syncUp.attendees
    focus = attendees.isEmpty ? .title : .attendee(attendees[min(index, attendees.count - 1)].id)
  }

  fileprivate func field(of problem: SyncUpFormFeature.Problem) -> SyncUpFormFeature.Field? {
    switch problem {
    case .noTitle: .title
    case .noAttendee: syncUp.attendees.first.map { .attendee($0.id) }
    }
  }
}

extension SyncUp {
  /// The sync-up without blanks around its texts, and without attendees who have no name.
  fileprivate var withoutBlanks: SyncUp {
    var syncUp = self
    syncUp.title = title.trimmingCharacters(in: .whitespacesAndNewlines)
    for id in attendees.ids {
      let name = attendees[id: id]?.name.trimmingCharacters(in: .whitespacesAndNewlines) ?? ""
      syncUp.attendees[id: id] = name.isEmpty ? nil : Attendee(id: id, name: name)
    }
    return syncUp
  }

  /// The reason why the sync-up cannot be saved, if there is one.
  package var problem: SyncUpFormFeature.Problem? {
    if title.isEmpty { return .noTitle }
    return attendees.isEmpty ? .noAttendee : nil
  }
}

extension SyncUpFormFeature.Problem: CustomStringConvertible {
  package var description: String {
    switch self {
    case .noTitle: "A sync-up needs a title."
    case .noAttendee: "A sync-up needs an attendee with a name."
    }
  }
}
