import ComposableArchitecture
import TerminalUI

enum SyncUpFormScreen {
  /// Returns a line for each field, with `›` at the focused one, and the problem if there is one.
  static func lines(_ state: SyncUpFormFeature.State) -> [String] {
    let syncUp = state.syncUp
    let attendees = syncUp.attendees.map { "Attendee: \($0.name)" }
    let fields = zip(state.fields, ["Title: \(syncUp.title)"] + attendees)
      .map { field, text in "\(field == state.focus ? "›" : " ") \(text)" }
    let rest = ["  \(syncUp.minutes) min, \(syncUp.theme)"]
    return fields + rest + (state.problem.map { ["\($0)"] } ?? [])
  }

  /// Returns a screen whose rows are the text fields. `Enter` moves the focus to the selected one.
  static func screen(
    _ title: String, _ state: SyncUpFormFeature.State
  ) -> Screen<SyncUpFormFeature.Action> {
    let fields = state.fields
    let lines = lines(state)
    return Screen(title, rows: fields.count) { cursor in
      List(fields.count, cursor: cursor) { index in
        let isFocused = fields[index] == state.focus
        return Text(lines[index]).color(isFocused ? state.syncUp.theme.color : .plain)
      }
      .frame(height: fields.count)
      Text(lines[fields.count]).dim()
      if let problem = state.problem { Text("\(problem)").color(.danger) }
    } keys: { cursor in
      keys(state, selected: fields[cursor.selection])
    }
  }

  private static func keys(
    _ state: SyncUpFormFeature.State, selected: SyncUpFormFeature.Field
  ) -> [ScreenKey<SyncUpFormFeature.Action>] {
    let syncUp = state.syncUp
    return [
      ScreenKey(.enter, "focus", send: .binding(.set(\.focus, selected))),
      edit(state),
      ScreenKey("a", "add attendee", send: .addAttendeeTapped),
      ScreenKey("-", "shorter", send: .binding(.set(\.syncUp.minutes, syncUp.minutes - 1))),
      ScreenKey("+", "longer", send: .binding(.set(\.syncUp.minutes, syncUp.minutes + 1))),
      ScreenKey("t", "theme", send: .binding(.set(\.syncUp.theme, syncUp.theme.next))),
      ScreenKey("s", "save", send: .saveTapped),
      ScreenKey(.escape, "cancel", send: .cancelTapped),
    ] + remove(state)
  }

  /// Returns the key that asks for the text of the focused field.
  private static func edit(
    _ state: SyncUpFormFeature.State
  ) -> ScreenKey<SyncUpFormFeature.Action> {
    guard let attendee = state.focusedAttendee else {
      return ScreenKey(
        "e", "edit", isEnabled: state.focus != nil, ask: "Title", initial: state.syncUp.title
      ) { .binding(.set(\.syncUp.title, $0)) }
    }
    return ScreenKey("e", "edit", ask: "Name", initial: attendee.name) {
      .attendees(.element(id: attendee.id, action: .binding(.set(\.name, $0))))
    }
  }

  /// Returns the key that removes the focused attendee, if there is one.
  private static func remove(
    _ state: SyncUpFormFeature.State
  ) -> [ScreenKey<SyncUpFormFeature.Action>] {
    guard let id = state.focusedAttendee?.id else { return [] }
    return [ScreenKey("d", "remove", send: .attendees(.element(id: id, action: .removeTapped)))]
  }
}

extension SyncUpFormFeature.State {
  /// The text fields, in the order in which they are shown.
  fileprivate var fields: [SyncUpFormFeature.Field] {
    [.title] + syncUp.attendees.ids.map { .attendee($0) }
  }

  fileprivate var focusedAttendee: Attendee? {
    guard case .attendee(let id)? = focus else { return nil }
    return syncUp.attendees[id: id]
  }
}
