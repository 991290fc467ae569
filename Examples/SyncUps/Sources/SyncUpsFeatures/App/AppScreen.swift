import ComposableArchitecture
import TerminalUI

/// The app on a text screen, which shows the topmost page.
package enum AppScreen {
  /// Returns the refused link, or else the lines of the topmost page.
  package static func lines(_ state: AppFeature.State) -> [String] {
    if let refusal = state.linkRefusal { return ["The link was not opened", "\(refusal)", "[OK]"] }
    return switch state.path.last {
    case .detail(let detail): SyncUpDetailScreen.lines(detail)
    case .meeting(let meeting): MeetingScreen.lines(meeting)
    case .transcript(let transcript): TranscriptScreen.lines(transcript)
    case nil: SyncUpListScreen.lines(state.list)
    }
  }

  /// Returns the only tab of the full screen.
  package static func screen(_ state: AppFeature.State) -> Screen<AppFeature.Action> {
    if let refusal = state.linkRefusal { return self.refusal(refusal) }
    guard let id = state.path.ids.last, let page = state.path[id: id] else {
      return SyncUpListScreen.screen(state.list).map { .list($0) }
        .adding(keys: state.list.form == nil ? [link] : [])
    }
    let screen: Screen<AppFeature.Path.Action> =
      switch page {
      case .detail(let detail): SyncUpDetailScreen.screen(detail).map { .detail($0) }
      case .meeting(let meeting): MeetingScreen.screen(meeting).map { .meeting($0) }
      case .transcript(let transcript): TranscriptScreen.screen(transcript).map { .transcript($0) }
      }
    let back = ScreenKey(.escape, "back", send: AppFeature.Action.path(.popFrom(id: id)))
    return screen.map { .path(.element(id: id, action: $0)) }
      .adding(keys: page.canBeClosed ? [back] : [])
  }

  private static var link: ScreenKey<AppFeature.Action> {
    ScreenKey("l", "open a link", ask: "Link", initial: "syncups/") { .open($0) }
  }

  private static func refusal(_ error: DeepLinkError) -> Screen<AppFeature.Action> {
    Screen("Sync-ups") { _ in
      Box("The link was not opened") { Paragraph("\(error)").color(.warning) }
      Button("OK", key: .escape)
    } keys: { _ in
      [ScreenKey(.escape, "OK", send: .linkRefusalDismissed)]
    }
  }
}

extension AppFeature.Path.State {
  /// Whether the user can go back. Meetings, forms and alerts have their own ways out.
  fileprivate var canBeClosed: Bool {
    switch self {
    case .detail(let detail): detail.destination == nil
    case .meeting: false
    case .transcript: true
    }
  }
}
