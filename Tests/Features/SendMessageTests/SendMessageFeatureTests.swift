import ComposableArchitecture
import ComposableArchitectureTesting
import SendMessage
import Testing

@MainActor
@Suite("Sending a message")
struct SendMessageFeatureTests {
  private struct Refused: Error, CustomStringConvertible {
    var description: String { "the line is dead" }
  }

  /// Holds messages until the test decides whether their delivery succeeds.
  private actor Mailbox {
    private(set) var messages: [String] = []
    private var waiting: [CheckedContinuation<Void, any Error>] = []
    private var arrivals: [CheckedContinuation<Void, Never>] = []

    func send(_ text: String) async throws {
      messages.append(text)
      for arrival in arrivals { arrival.resume() }
      arrivals = []
      try await withCheckedThrowingContinuation { waiting.append($0) }
    }

    /// Waits for a message, and completes its delivery with a result.
    func finish(_ result: Result<Void, any Error>) async {
      while waiting.isEmpty { await withCheckedContinuation { arrivals.append($0) } }
      waiting.removeFirst().resume(with: result)
    }
  }

  private let mailbox = Mailbox()

  private func store(_ text: String = "") -> TestStoreOf<SendMessageFeature> {
    TestStore(initialState: SendMessageFeature.State(text: text)) {
      SendMessageFeature()
    } withDependencies: {
      $0.messageSender.send = { [mailbox] in try await mailbox.send($0) }
    }
  }

  @Test("The text field is cleared when a message has been delivered")
  func success() async {
    let store = store()
    await store.send(.textChanged("Hello")) { $0.text = "Hello" }
    await store.send(.sendTapped) { $0.sending = "Hello" }
    #expect(store.state.buttonTitle == "Sending…")
    #expect(store.state.isButtonDisabled)
    await mailbox.finish(.success(()))
    await store.receive(.sendSucceeded) {
      $0.text = ""
      $0.sending = nil
    }
    #expect(store.state.buttonTitle == "Send")
    #expect(await mailbox.messages == ["Hello"])
  }

  @Test("A failed message is kept with the reason until it is edited or sent again")
  func failure() async {
    let store = store("Hello")
    await store.send(.sendTapped) { $0.sending = "Hello" }
    await mailbox.finish(.failure(Refused()))
    await store.receive(.sendFailed("the line is dead")) {
      $0.sending = nil
      $0.failure = "the line is dead"
    }
    #expect(store.state.text == "Hello")
    #expect(!store.state.isButtonDisabled)
    await store.send(.sendTapped) {
      $0.sending = "Hello"
      $0.failure = nil
    }
    await mailbox.finish(.failure(Refused()))
    await store.receive(\.sendFailed) {
      $0.sending = nil
      $0.failure = "the line is dead"
    }
    await store.send(.textChanged("Hello!")) {
      $0.text = "Hello!"
      $0.failure = nil
    }
  }

  @Test("A second tap while a message is being sent does nothing")
  func secondTap() async {
    let store = store("Hello")
    await store.send(.sendTapped) { $0.sending = "Hello" }
    await store.send(.sendTapped)
    await mailbox.finish(.success(()))
    await store.receive(.sendSucceeded) {
      $0.text = ""
      $0.sending = nil
    }
    #expect(await mailbox.messages == ["Hello"])
  }

  @Test("A blank text cannot be sent", arguments: ["", " ", "\n\t"])
  func empty(text: String) async {
    let store = store(text)
    #expect(store.state.isButtonDisabled)
    await store.send(.sendTapped)
  }

  @Test("Text that is typed while a message is being sent is kept")
  func editedMeanwhile() async {
    let store = store("Hello")
    await store.send(.sendTapped) { $0.sending = "Hello" }
    await store.send(.textChanged("And")) { $0.text = "And" }
    await mailbox.finish(.success(()))
    await store.receive(.sendSucceeded) { $0.sending = nil }
    #expect(store.state.text == "And")
  }

  @Test("The live sender takes half a second")
  func live() async {
    let clock = TestClock()
    let store = TestStore(initialState: SendMessageFeature.State(text: "Hello")) {
      SendMessageFeature()
    } withDependencies: {
      $0.continuousClock = clock
      $0.messageSender = .liveValue
    }
    await store.send(.sendTapped) { $0.sending = "Hello" }
    await clock.advance(by: .milliseconds(500))
    await store.receive(.sendSucceeded) {
      $0.text = ""
      $0.sending = nil
    }
  }
}
