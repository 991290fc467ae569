import Platform
import SessionLog
import SessionReplay
import TerminalUI

extension PlayerModel {
  func overlayView(_ overlay: Overlay) -> any View {
    switch overlay {
    case .help: return helpView
    case .breakpoints: return breakpointsView
    case .verdict: return verdictView
    }
  }

  private var breakpointsView: any View {
    let all = list.source.breakpoints.all
    return Column {
      Text("Breakpoints: playing stops there").bold()
      if all.isEmpty {
        Text("None is set. b sets one: at the selected value in the state, else at the action.")
      }
      List(all.count, cursor: overlayCursor) { Text(all[$0].text) }
      Text("x removes the selected one, Esc closes this").color(.muted)
    }
  }

  private var verdictView: any View {
    let lines = (replay.explanation ?? "").split(separator: "\n", omittingEmptySubsequences: false)
    return Scroll(overlayCursor) {
      Column {
        Text("The verdict of the replay").bold()
        for line in lines { Paragraph(String(line).visible) }
        Text("Esc closes this").color(.muted)
      }
    }
  }

  private var helpView: any View {
    let isNarrow = size.width < 76
    let (left, right) = Self.keys
    return Scroll(overlayCursor) {
      Column {
        if isNarrow {
          Column { left.map { Self.view(of: $0) as any View } }
          Column { right.map { Self.view(of: $0) as any View } }
        } else {
          Row(spacing: 2) {
            Column { left.map { Self.view(of: $0) as any View } }.frame(width: size.width / 2 - 1)
            Column { right.map { Self.view(of: $0) as any View } }
          }
        }
      }
    }
  }

  /// Returns a row with a key and its title. A line without a title is a heading.
  private static func view(of line: (key: String, title: String)) -> Row {
    Row {
      if line.title.isEmpty {
        Text(line.key).bold()
      } else {
        Text(line.key).color(.accent).frame(width: 10)
        Text(line.title)
      }
    }
  }

  private static var keys: (left: [(String, String)], right: [(String, String)]) {
    (
      [
        ("Steps", ""), ("↑ ↓ j k", "move in the pane in focus"), ("PgUp PgDn", "a page"),
        ("g G", "the first, the last"), ("12g :12", "step 12"),
        ("[ ]", "a step, from any pane"), ("c", "the step that caused this"),
        ("C", "the first step it caused"),
        ("⏎ ← → z", "fold what it caused; Z all"), ("e", "its calls; E all calls"),
        ("/", "filter actions, paths,"), ("", "values and calls"),
        ("Playing", ""), ("Space", "play in real time, or pause"),
        ("+ -", "twice or half the speed"), ("b", "breakpoint at the action, or"),
        ("", "at the selected value"), ("B", "list the breakpoints"),
      ],
      [
        ("State", ""), ("↑ ↓ j k", "select a value"), ("⏎ ← →", "open or close it"),
        ("n N", "next, previous change of it"), ("Replay", ""),
        ("d", "the first step that differs"), ("r", "the verdict in full"),
        ("Everywhere", ""), ("Tab S-Tab", "the next pane; or click it"),
        (":", "a line: 12, path P, q,"), ("", "break P, speed 2"),
        ("Esc", "stop a search, end a filter"), ("^L", "paint the screen again"),
        ("? Esc", "close this"), ("q ^C", "quit"),
      ]
    )
  }
}
