import ComposableArchitecture
import TerminalUI

enum MeetingScreen {
  /// Returns the open alert, or else the time, the speaker and the transcript.
  static func lines(_ state: MeetingFeature.State) -> [String] {
    if let alert = state.alert { return AlertScreen.lines(alert) }
    return [state.syncUp.title, time(of: state), speaker(of: state), transcript(of: state)]
  }

  static func screen(_ state: MeetingFeature.State) -> Screen<MeetingFeature.Action> {
    let syncUp = state.syncUp
    if let alert = state.alert {
      return AlertScreen.screen(syncUp.title, alert).map { .alert($0) }
    }
    return Screen(syncUp.title) { cursor in
      Progress(Double(state.secondsElapsed) / Double(syncUp.seconds))
      Row {
        Text(speaker(of: state)).bold().color(syncUp.theme.color)
        Spacer()
        Text(time(of: state))
      }
      Divider()
      Scroll(cursor) { Paragraph(transcript(of: state)) }
    } keys: { _ in
      [
        ScreenKey("n", state.isLastSpeaker ? "done" : "next speaker", send: .nextTapped),
        ScreenKey("e", "end", send: .endTapped),
      ]
    }
  }

  private static func time(of state: MeetingFeature.State) -> String {
    "\(state.secondsElapsed.asTime), \(state.secondsLeft.asTime) left"
  }

  private static func speaker(of state: MeetingFeature.State) -> String {
    let name = state.speaker?.name ?? "Nobody"
    return "\(name), speaker \(state.speakerIndex + 1) of \(state.syncUp.attendees.count)"
  }

  private static func transcript(of state: MeetingFeature.State) -> String {
    guard state.transcript.isEmpty else { return state.transcript }
    return switch state.listening {
    case .starting, .active: "Listening…"
    case .denied: "Speech recognition is not permitted."
    case .failed(let error): "\(error)"
    }
  }
}
