import TerminalUI

extension ScreenModel {
  /// The minimum width for two columns. Narrower screens list all keys in one.
  private static var narrow: Int { 72 }

  var helpView: Column {
    let own = keyList(
      screen?.title ?? "", (screen?.keys(cursor) ?? []).map { ($0.key.description, $0.title) },
      keyWidth: 6)
    let isNarrow = size.width < Self.narrow
    return Column {
      Scroll(helpCursor) {
        Column {
          if isNarrow {
            own
            Text("")
            everywhere
            steps
            typing
          } else {
            Row(spacing: 2) {
              Column {
                own
                steps
              }
              .frame(width: size.width / 2 - 8)
              Column {
                everywhere
                typing
              }
            }
          }
        }
      }
    }
  }

  private var everywhere: Column {
    keyList(
      "Everywhere",
      [
        ("1–9 Tab", "choose a tab, as a click does"),
        ("↑ ↓ PgUp PgDn", "select a row, or scroll; j k too"),
        (":", "type an action, 'help' or 'q'"), ("^L", "paint the screen again"),
        ("^Z", "stop; 'fg' resumes"), ("? Esc", "close this"),
      ])
  }

  private var typing: Column {
    keyList(
      "While you type",
      [
        ("Tab", "complete, or list what fits"), ("↑ ↓", "recall earlier lines"),
        ("^U ^W", "delete all, or a word"), ("Esc", "leave the line"),
      ])
  }

  private var steps: Column {
    keyList(
      "Steps: L goes there, and back",
      [
        ("↑ ↓ g G", "select a step; j k too"), ("⏎", "what it changed"),
        ("r r", "go back to its state"), ("/", "find steps"), ("c", "its cause"),
        ("← → z Z", "fold what it sent"),
      ], keyWidth: 8)
  }

  private func keyList(
    _ title: String, _ keys: [(key: String, title: String)], keyWidth: Int = 13
  ) -> Column {
    Column {
      Text(title).bold()
      for (key, title) in keys {
        Row {
          Text(key).color(.accent).frame(width: keyWidth)
          Text(title)
        }
      }
    }
  }
}
