import ComposableArchitecture
import TerminalUI

enum TranscriptScreen {
  /// Returns the sync-up and the date, the attendees, and what was heard.
  static func lines(_ state: TranscriptFeature.State) -> [String] {
    guard let meeting = state.meeting else { return [] }
    return [title(of: meeting, state.syncUp), attendees(of: state.syncUp), text(of: meeting)]
  }

  static func screen(_ state: TranscriptFeature.State) -> Screen<TranscriptFeature.Action> {
    Screen(state.syncUp.title) { cursor in
      if let meeting = state.meeting {
        Text(title(of: meeting, state.syncUp)).bold().color(state.syncUp.theme.color)
        Text(attendees(of: state.syncUp)).dim()
        Divider()
        Scroll(cursor) { Paragraph(text(of: meeting)) }
      }
    } keys: { _ in
      [ScreenKey("d", "delete", send: .deleteTapped)]
    }
  }

  private static func title(of meeting: Meeting, _ syncUp: SyncUp) -> String {
    "\(syncUp.title), \(meeting.title)"
  }

  private static func attendees(of syncUp: SyncUp) -> String {
    syncUp.attendees.map(\.name).joined(separator: ", ")
  }

  private static func text(of meeting: Meeting) -> String {
    meeting.transcript.isEmpty ? "Nothing was recognized." : meeting.transcript
  }
}
