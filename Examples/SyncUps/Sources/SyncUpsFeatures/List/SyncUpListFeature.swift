import ComposableArchitecture
import Foundation

/// The list of all sync-ups, which is kept in a file.
@Reducer(.recordable)
package struct SyncUpListFeature {
  @ObservableState
  package struct State: Equatable, Sendable {
    @Shared package var syncUps: IdentifiedArrayOf<SyncUp>
    /// The form of a new sync-up, while it is open.
    @Presents package var form: SyncUpFormFeature.State?

    /// Creates a list with the sync-ups of the file, or with others if there is no file.
    package init(syncUps: IdentifiedArrayOf<SyncUp> = []) {
      _syncUps = Shared(wrappedValue: syncUps, .syncUps)
    }
  }

  package enum Action: Equatable, Sendable {
    case addTapped
    case syncUpTapped(UUID)
    case form(PresentationAction<SyncUpFormFeature.Action>)
    case delegate(Delegate)
  }

  @Recordable
  @CasePathable
  package enum Delegate: Equatable, Sendable {
    /// The user wants to see the details of a sync-up.
    case opened(UUID)
  }

  @Dependency(\.uuid) private var uuid

  package init() {}

  package var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .addTapped:
        state.form = SyncUpFormFeature.State(
          syncUp: SyncUp(id: uuid(), attendees: [Attendee(id: uuid())]))
        return .none
      case .syncUpTapped(let id):
        return state.syncUps[id: id] == nil ? .none : .send(.delegate(.opened(id)))
      case .form(.presented(.delegate(.saved(let syncUp)))):
        state.$syncUps.withLock { _ = $0.append(syncUp) }
        state.form = nil
        return .none
      case .form, .delegate:
        return .none
      }
    }
    .ifLet(\.$form, action: \.form) { SyncUpFormFeature() }
  }
}
