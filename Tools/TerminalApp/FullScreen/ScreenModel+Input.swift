import RecordedValues
import RecordCoding
import SessionDocument
package import TerminalUI

// Handling of keys while a line is open.
extension ScreenModel {
  mutating func type(_ key: Key) -> [ScreenCommand<Action>] {
    switch key {
    case .character(let character): insert(String(character))
    case .escape, .control("g"):
      input = nil
      history.leave()
    case .control("l"): return [.redraw]
    case .enter: return submit()
    case .tab: complete()
    case .up, .control("p"): recall { $0.older(than: $1) }
    case .down, .control("n"): recall { history, _ in history.newer() }
    default:
      if input?.editor.edit(key) != true { fail("\(key) does nothing in a line; Esc leaves it.") }
    }
    return []
  }

  private mutating func submit() -> [ScreenCommand<Action>] {
    guard let input else { return [] }
    let text = input.editor.text
    switch input.purpose {
    case .answer(let question, let action):
      guard let action = action(text) else {
        fail("'\(text)' isn't valid for '\(question)'; correct it, or cancel with Esc.")
        return []
      }
      self.input = nil
      return [.send(action)]
    case .filter:
      self.input = nil
      filterLog(by: text)
      return []
    case .command:
      guard text.contains(where: { !$0.isWhitespace }) else {
        self.input = nil
        return []
      }
      history.append(text)
      return [.keepHistory, .perform(text)]
    }
  }

  private mutating func recall(_ step: (inout CommandHistory, String) -> String?) {
    guard let input, case .command = input.purpose else { return }
    if let text = step(&history, input.editor.text) { self.input?.editor = LineEditor(text) }
  }

  /// Inserts the longest common prefix of all completions at the cursor, and lists them.
  private mutating func complete() {
    guard let input, case .command = input.purpose else { return }
    let head = input.editor.head
    let result = completer.complete(head, state: state())
    if result.unlisted == 0 {
      let common = Self.commonPrefix(result.candidates.map(\.text))
      if common.count > head.count { self.input?.editor.replaceHead(with: common) }
    }
    switch (result.candidates.count, result.hint) {
    case (0, let hint?): note(hint)
    case (0, nil): note("There are no completions here.")
    case (1, _): break
    default:
      let list = CandidateList(
        titles: result.candidates.map(\.title), unlisted: result.unlisted)
      note(list.text(within: Size(width: size.width, height: maxMessageHeight)))
    }
  }

  private static func commonPrefix(_ texts: [String]) -> String {
    guard var prefix = texts.first else { return "" }
    for text in texts { prefix = text.commonPrefix(with: prefix) }
    return prefix
  }
}

extension String {
  fileprivate func commonPrefix(with other: String) -> String {
    String(zip(self, other).prefix { $0 == $1 }.map(\.0))
  }
}

package struct CandidateList {
  let titles: [String]
  let unlisted: Int

  package init(titles: [String], unlisted: Int = 0) {
    self.titles = titles
    self.unlisted = unlisted
  }

  /// Returns the titles that fit into `room`, followed by the number of omitted completions.
  package func text(within room: Size) -> String {
    let whole = lines(of: titles[...], width: room.width)
    if unlisted == 0, whole.count <= room.height { return whole.joined(separator: "\n") }
    // An upper bound: a title and its gap take at least three columns.
    var count = min(titles.count, room.width * room.height / 3)
    while true {
      let lines = lines(of: titles.prefix(count) + [more(than: count)], width: room.width)
      if lines.count <= room.height || count == 0 { return lines.joined(separator: "\n") }
      count -= 1
    }
  }

  private func more(than count: Int) -> String {
    "… \(titles.count - count + unlisted) more"
  }

  private func lines(of titles: ArraySlice<String>, width: Int) -> [String] {
    var lines: [String] = []
    var columns = 0
    for title in titles {
      let wanted = Text(title).size(within: Size(width: width, height: 1)).width
      if let last = lines.last, columns + 2 + wanted <= width {
        lines[lines.count - 1] = "\(last)  \(title)"
        columns += 2 + wanted
      } else {
        lines.append(title)
        columns = wanted
      }
    }
    return lines
  }
}
