import ComposableArchitecture
package import TerminalUI

package enum EventSelectionScreen {
  /// Returns the events with their bookings, the selected one marked, and why a selection failed.
  package static func lines(_ state: EventSelectionFeature.State) -> [String] {
    let events = state.events.map { event in
      let mark = event.id == state.selectedID ? "●" : "○"
      return "\(mark) \(event.id): \(event.title), \(event.participants) of \(event.capacity)"
    }
    return (events.isEmpty ? ["No events."] : events) + (state.refusal.map { [text(of: $0)] } ?? [])
      + ["[Load] [Select the first free one]" + (state.selected == nil ? "" : " [Clear]")]
  }

  private static func text(of refusal: EventSelectionFeature.Refusal) -> String {
    switch refusal {
    case .noneSelectable: "There is no event that you can still book."
    case .obstacle(.notBookable, let title): "\(title) cannot be booked."
    case .obstacle(.begun, let title): "\(title) has already begun."
    case .obstacle(.full, let title): "\(title) is full."
    case .unknown(let id): "There is no event \(id)."
    case .notLoaded(let reason): "The events could not be loaded: \(reason)"
    }
  }
}

/// The events as a tab of the full screen.
package enum EventSelectionView {
  /// Returns the tab with the events and, if a selection failed, the reason.
  package static func screen(
    _ state: EventSelectionFeature.State
  ) -> Screen<EventSelectionFeature.Action> {
    let events = state.events
    let lines = EventSelectionScreen.lines(state)
    return Screen("Events", rows: events.count) { cursor in
      if events.isEmpty {
        Text(lines[0]).dim()
      } else {
        List(events.count, cursor: cursor) { place in
          Text(lines[place]).color(events[place].id == state.selectedID ? .accent : .plain)
        }
      }
      // The reason for a refusal is the line between the events and the buttons.
      if state.refusal != nil { Text(lines[lines.count - 2]).color(.warning) }
    } keys: { cursor in
      let place = events.indices.contains(cursor.selection) ? events[cursor.selection].id : nil
      return (place.map { [ScreenKey(.enter, "select", send: .eventTapped(id: $0))] } ?? [])
        + [
          ScreenKey("l", "load", send: .loadTapped),
          ScreenKey("f", "first free one", send: .selectFirstTapped),
          ScreenKey("c", "clear", isEnabled: state.selectedID != nil, send: .clearTapped),
        ]
    }
  }
}
