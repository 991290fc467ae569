import ComposableArchitectureTesting
import SendMessage
import Testing

@Suite("The screen of a message")
struct SendMessageScreenTests {
  private func look(of state: SendMessageFeature.State) -> String {
    SendMessageScreen.lines(state).joined(separator: "\n")
  }

  @Test("The screen shows the text and the button, in parentheses if disabled")
  func button() {
    assertSnapshot(of: look(of: .init()), as: .lines, named: "empty")
    assertSnapshot(of: look(of: .init(text: "Hello")), as: .lines, named: "text")
  }

  @Test("The screen shows that a message is being sent")
  func sending() {
    var state = SendMessageFeature.State(text: "Hello")
    state.sending = "Hello"
    assertSnapshot(of: look(of: state), as: .lines)
  }

  @Test("The screen shows the reason why a message could not be sent")
  func failure() {
    var state = SendMessageFeature.State(text: "Hello")
    state.failure = "the line is dead"
    assertSnapshot(of: look(of: state), as: .lines)
  }
}
