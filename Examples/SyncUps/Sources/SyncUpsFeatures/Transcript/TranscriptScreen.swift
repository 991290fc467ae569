import ComposableArchitecture
import TerminalUI

enum TranscriptScreen {
  static func lines(_ state: TranscriptFeature.State) -> [String] {
    guard let meeting = state.meeting else { return [] }
    return [
      "\(state.syncUp.title), \(meeting.title)", attendees(of: state.syncUp), text(of: meeting),
    ]
  }

  static func screen(_ state: TranscriptFeature.State) -> Screen<TranscriptFeature.Action> {
    Screen(state.syncUp.title) { cursor in
      let lines = lines(state)
      Text(lines.first ?? "").bold().color(state.syncUp.theme.color)
      for line in lines.dropFirst().dropLast() { Text(line).dim() }
      Divider()
      Scroll(cursor) { Paragraph(lines.last ?? "") }
    } keys: { _ in
      [ScreenKey("d", "delete", send: .deleteTapped)]
    }
  }

  private static func attendees(of syncUp: SyncUp) -> String {
    syncUp.attendees.map(\.name).joined(separator: ", ")
  }

  private static func text(of meeting: Meeting) -> String {
    meeting.transcript.isEmpty ? "Nothing was recognized." : meeting.transcript
  }
}
