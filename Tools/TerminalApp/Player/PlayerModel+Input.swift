import RecordedValues
import Foundation
import SessionModel
import SessionDocument
import SessionReplay
import TerminalUI

// Handling of keys while a line is open.
extension PlayerModel {
  mutating func type(_ key: Key) -> [PlayerCommand] {
    switch key {
    case .character(let character): insert(String(character))
    case .escape, .control("g"): input = nil
    case .control("c"): return [.quit]
    case .control("l"): return [.redraw]
    case .backspace where input?.editor.text.isEmpty == true: input = nil
    case .enter: return submit()
    default:
      if input?.editor.edit(key) != true { fail("\(key) does nothing in a line; Esc leaves it.") }
    }
    return []
  }

  mutating func paste(_ text: String) {
    guard input != nil else {
      return fail("Nothing takes a paste here; '/' and ':' open a line.")
    }
    insert(text.split(whereSeparator: \.isNewline).joined(separator: " "))
  }

  private mutating func insert(_ text: String) {
    if input?.editor.insert(text) == false {
      fail("The line is full: it has at most \(LineEditor.limit) bytes.")
    }
  }

  private mutating func submit() -> [PlayerCommand] {
    guard let line = input else { return [] }
    input = nil
    switch line.purpose {
    case .filter:
      list.setFilter(SearchedText(line.editor.text))
      return []
    case .command:
      let commands = perform(line.editor.text)
      show()
      return commands + requests()
    }
  }

  /// Performs a line, such as `12`, `q`, `help`, `speed 2`, `break counter.count`,
  /// `path counter.count`.
  private mutating func perform(_ line: String) -> [PlayerCommand] {
    let words = line.split(separator: " ", maxSplits: 1).map(String.init)
    guard let verb = words.first else { return [] }
    let rest = words.count > 1 ? words[1].trimmingCharacters(in: .whitespaces) : ""
    switch (verb, rest) {
    case ("q", ""), ("quit", ""), ("exit", ""), ("q!", ""): return [.quit]
    case ("help", ""), ("h", ""): overlay = .help
    case ("$", ""): go(to: log.count - 1)
    case ("speed", _):
      guard let speed = Double(rest), Playback.speeds.contains(speed) else {
        fail("Invalid speed '\(rest)': expected a number from 0.01 to 1000.")
        return []
      }
      return changeSpeed(by: speed / playback.speed)
    case ("path", _), ("p", _): select(path: rest)
    case ("break", _), ("b", _): setBreakpoint(at: rest)
    default:
      guard rest.isEmpty, let number = UInt64(verb) else {
        fail(
          "Unknown command '\(line)'; use a number, quit, help, speed N, path PATH or break PATH."
        )
        return []
      }
      go(toStep: number)
    }
    return []
  }

  private mutating func select(path text: String) {
    do {
      let header = log.reader.header
      let path = try ValuePath(text, into: header.state, in: header.schema)
      focus(.state)
      tree.select(path: path.text)
    } catch {
      fail("\(error)")
    }
  }

  private mutating func setBreakpoint(at text: String) {
    if (try? ActionName(text, of: log.actions)) != nil {
      toggle(.action(text.caseNames))
      return
    }
    guard let path = log.path(text) else {
      return fail("'\(text)' is neither an action nor a path of the state.")
    }
    toggle(.path(path.text))
  }
}
