package import ComposableArchitecture

/// Selects one of several events to take part in.
@Reducer
package struct EventSelectionFeature {
  /// What is known of the events.
  @Recordable
  package struct State: Equatable, Sendable {
    /// The events, in the order in which they are offered.
    package var events: Events
    /// The event that is selected, if one is.
    package var selectedID: Event.ID?
    /// Why the last selection came to nothing.
    package var refusal: Refusal?

    /// Creates a selection of events, none of which is selected.
    package init(events: Events = []) {
      self.events = events
    }

    /// The event that is selected, if one is.
    package var selected: Event? { selectedID.flatMap { events[id: $0] } }
  }

  /// Why a selection came to nothing.
  @Recordable
  package enum Refusal: Equatable, Sendable {
    /// There is no event that one can still take part in.
    case noneSelectable
    /// Something keeps one from taking part in the event.
    case obstacle(Event.Obstacle, title: String)
    /// There is no such event.
    case unknown(id: Int)
    /// The events could not be had; the text says why.
    case notLoaded(String)
  }

  /// What can happen to the selection.
  @Recordable
  package enum Action: Equatable, Sendable {
    /// The events were to be looked up.
    case loadTapped
    /// The events; of those with the same identity, the first counts.
    case eventsLoaded([Event])
    /// The events could not be looked up; the text says why.
    case loadFailed(String)
    /// The first event was to be selected that one can still take part in.
    case selectFirstTapped
    /// An event was to be selected.
    case eventTapped(id: Int)
    /// No event was to be selected.
    case clearTapped
  }

  @Dependency(\.date.now) private var now
  @Dependency(\.eventSource) private var source

  /// Creates the feature.
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

  /// Selects an event; if that cannot be, the one that was selected stays so.
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
