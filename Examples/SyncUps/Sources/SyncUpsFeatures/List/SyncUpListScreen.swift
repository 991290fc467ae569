import ComposableArchitecture
import TerminalUI

enum SyncUpListScreen {
  private static let title = "Sync-ups"
  private static let empty = "No sync-ups yet."

  /// Returns the open form, or else a line for each sync-up.
  static func lines(_ state: SyncUpListFeature.State) -> [String] {
    if let form = state.form { return SyncUpFormScreen.lines(form) }
    let lines = state.syncUps.map { "\($0.title): \(details(of: $0))" }
    return lines.isEmpty ? [empty] : lines
  }

  static func screen(_ state: SyncUpListFeature.State) -> Screen<SyncUpListFeature.Action> {
    if let form = state.form {
      return SyncUpFormScreen.screen("New sync-up", form).map { .form(.presented($0)) }
    }
    let syncUps = state.syncUps
    return Screen(title, rows: syncUps.count) { cursor in
      if syncUps.isEmpty {
        Text(empty).dim()
      } else {
        List(syncUps.count, cursor: cursor) { row(syncUps[$0]) }
      }
    } keys: { cursor in
      let selected = syncUps.isEmpty ? nil : syncUps[cursor.selection].id
      return (selected.map { [ScreenKey(.enter, "open", send: .syncUpTapped($0))] } ?? [])
        + [ScreenKey("a", "add", send: .addTapped)]
    }
  }

  private static func row(_ syncUp: SyncUp) -> Row {
    Row {
      Text("●").color(syncUp.theme.color)
      Text(syncUp.title)
      Spacer()
      Text(details(of: syncUp)).dim()
    }
  }

  private static func details(of syncUp: SyncUp) -> String {
    "\(syncUp.attendees.count.counted("attendee")), \(syncUp.minutes) min"
  }
}
