package import ComposableArchitecture

/// Selects one of several events to book.
@Reducer(.recordable)
package struct EventSelectionFeature {
  package struct State: Equatable, Sendable {
    /// The events, in the order in which they are offered.
    package var events: Events
    package var selectedID: Event.ID?
    /// The reason why the last selection failed.
    package var refusal: Refusal?

    package init(events: Events = []) {
      self.events = events
    }

    package var selected: Event? { selectedID.flatMap { events[id: $0] } }
  }

  /// A reason why a selection failed.
  @Recordable
  package enum Refusal: Equatable, Sendable {
    /// No event can be booked.
    case noneSelectable
    case obstacle(Event.Obstacle, title: String)
    case unknown(id: Int)
    /// The events could not be loaded, for this reason.
    case notLoaded(String)
  }

  package enum Action: Equatable, Sendable {
    case loadTapped
    /// The events were loaded. Of events with the same identifier, only the first is kept.
    case eventsLoaded([Event])
    /// The events could not be loaded, for this reason.
    case loadFailed(String)
    case selectFirstTapped
    case eventTapped(id: Int)
    case clearTapped
  }

  @Dependency(\.date.now) private var now
  @Dependency(\.eventSource) private var source

  package init() {}

  package func reduce(into state: inout State, action: Action) -> Effect<Action> {
    switch action {
    case .loadTapped:
      return .run { [source] send in
        await send(.eventsLoaded(try await source.events()))
      } catch: { error, send in
        await send(.loadFailed("\(error)"))
      }
    case .eventsLoaded(let events):
      state.events = IdentifiedArray(events) { first, _ in first }
      state.refusal = nil
      if state.selected == nil { state.selectedID = nil }
    case .loadFailed(let reason):
      state.refusal = .notLoaded(reason)
    case .selectFirstTapped:
      let event = state.events.firstSelectable(at: now)
      if let event { state.selectedID = event.id }
      state.refusal = event == nil ? .noneSelectable : nil
    case .eventTapped(let id):
      select(id, in: &state)
    case .clearTapped:
      state.selectedID = nil
      state.refusal = nil
    }
    return .none
  }

  /// Selects an event. If it cannot be booked, the selection does not change.
  private func select(_ id: Event.ID, in state: inout State) {
    guard let event = state.events[id: id] else {
      state.refusal = .unknown(id: id)
      return
    }
    if let obstacle = event.obstacle(at: now) {
      state.refusal = .obstacle(obstacle, title: event.title)
    } else {
      state.selectedID = id
      state.refusal = nil
    }
  }
}
