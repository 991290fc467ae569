import ComposableArchitectureTesting
import SendMessage
import Testing

@Suite("The screen of a message")
struct SendMessageScreenTests {
  private func look(of state: SendMessageFeature.State) -> String {
    SendMessageScreen.lines(state).joined(separator: "\n")
  }

  @Test("It shows the text and the button, in parentheses if it is disabled")
  func button() {
    assertSnapshot(of: look(of: .init()), as: .lines, named: "empty")
    assertSnapshot(of: look(of: .init(text: "Hello")), as: .lines, named: "text")
  }

  @Test("It shows that a message is under way")
  func sending() {
    var state = SendMessageFeature.State(text: "Hello")
    state.sending = "Hello"
    assertSnapshot(of: look(of: state), as: .lines)
  }

  @Test("It shows why a message was not sent")
  func failure() {
    var state = SendMessageFeature.State(text: "Hello")
    state.failure = "the line is dead"
    assertSnapshot(of: look(of: state), as: .lines)
  }
}
