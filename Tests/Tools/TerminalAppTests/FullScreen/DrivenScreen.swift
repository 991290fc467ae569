import RecordedValues
import ComposableArchitecture
import RecordCoding
import TerminalApp
import TerminalUI
import Testing

/// A full screen whose keys are pressed by a test.
final class DrivenScreen {
  var value: ScreenModel<Tally.Action>

  init(_ model: ScreenModel<Tally.Action>) {
    value = model
  }

  /// Presses keys, and returns the resulting commands as text.
  func press(_ keys: Key...) -> [String] {
    keys.flatMap { value.handle(.key($0)) }.map { command in
      switch command {
      case .send(let action): "send \(action)"
      case .perform(let line): "perform \(line)"
      case .goBack(let index): "go back to \(index)"
      case .keepHistory: "keep"
      case .redraw: "redraw"
      case .quit: "quit"
      }
    }
  }

  func handle(_ event: TerminalEvent) -> [ScreenCommand<Tally.Action>] { value.handle(event) }

  func draw() -> DrawnScreen { value.draw() }

  func type(_ text: String) {
    for character in text { _ = value.handle(.key(.character(character))) }
  }

  var text: String { value.draw().frame.grid.text }

  var lastLine: String {
    text.split(separator: "\n", omittingEmptySubsequences: false).last.map(String.init) ?? ""
  }
}
