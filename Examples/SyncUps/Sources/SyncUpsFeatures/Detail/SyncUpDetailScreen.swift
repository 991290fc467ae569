import ComposableArchitecture
import TerminalUI

enum SyncUpDetailScreen {
  /// Returns the open alert or form, or else the details and a line for each meeting.
  static func lines(_ state: SyncUpDetailFeature.State) -> [String] {
    switch state.destination {
    case .alert(let alert): AlertScreen.lines(alert)
    case .edit(let form): SyncUpFormScreen.lines(form)
    case nil: [state.syncUp.title, details(of: state.syncUp)] + state.syncUp.meetings.map(row)
    }
  }

  static func screen(_ state: SyncUpDetailFeature.State) -> Screen<SyncUpDetailFeature.Action> {
    let syncUp = state.syncUp
    switch state.destination {
    case .alert(let alert):
      return AlertScreen.screen(syncUp.title, alert).map { answer in
        switch answer {
        case .presented(let answer): .destination(.presented(.alert(answer)))
        case .dismiss: .destination(.dismiss)
        }
      }
    case .edit(let form):
      return SyncUpFormScreen.screen("Edit sync-up", form)
        .map { .destination(.presented(.edit($0))) }
    case nil:
      return details(syncUp)
    }
  }

  private static func details(_ syncUp: SyncUp) -> Screen<SyncUpDetailFeature.Action> {
    let meetings = syncUp.meetings
    return Screen(syncUp.title, rows: meetings.count) { cursor in
      Text(syncUp.title).bold().color(syncUp.theme.color)
      Paragraph(details(of: syncUp))
      Divider()
      if meetings.isEmpty {
        Text("No meetings yet.").dim()
      } else {
        List(meetings.count, cursor: cursor) { Text(row(meetings[$0])) }
      }
    } keys: { cursor in
      let selected = meetings.isEmpty ? nil : meetings[cursor.selection].id
      return [
        ScreenKey("s", "start a meeting", send: .startTapped),
        ScreenKey("e", "edit", send: .editTapped),
        ScreenKey("d", "delete", send: .deleteTapped),
      ] + (selected.map { [ScreenKey(.enter, "transcript", send: .meetingTapped($0))] } ?? [])
    }
  }

  private static func details(of syncUp: SyncUp) -> String {
    "\(syncUp.minutes) min with \(syncUp.attendees.map(\.name).joined(separator: ", "))"
  }

  private static func row(_ meeting: Meeting) -> String {
    "\(meeting.title), \(meeting.seconds.asTime)"
  }
}
