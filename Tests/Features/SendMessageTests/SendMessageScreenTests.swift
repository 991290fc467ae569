import SendMessage
import Testing

@Suite("The screen of a message")
struct SendMessageScreenTests {
  @Test("It shows the text and the button, in parentheses if it is disabled")
  func button() {
    #expect(SendMessageScreen.lines(.init()) == ["Text: ", "(Send)"])
    #expect(SendMessageScreen.lines(.init(text: "Hello")) == ["Text: Hello", "[Send]"])
  }

  @Test("It shows that a message is under way")
  func sending() {
    var state = SendMessageFeature.State(text: "Hello")
    state.sending = "Hello"
    #expect(SendMessageScreen.lines(state) == ["Text: Hello", "(Sending…)"])
  }

  @Test("It shows why a message was not sent")
  func failure() {
    var state = SendMessageFeature.State(text: "Hello")
    state.failure = "the line is dead"
    #expect(
      SendMessageScreen.lines(state)
        == ["Text: Hello", "[Send]", "Not sent: the line is dead"])
  }
}
