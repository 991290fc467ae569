/// The events as lines of text.
package enum EventSelectionScreen {
  /// The events with how many take part, the selected one marked, and why a selection came to nothing.
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
