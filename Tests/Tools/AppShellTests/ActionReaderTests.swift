import AppShell
import RecordCoding
import Testing

@Suite("Typed actions that hold secrets")
struct ActionReaderTests {
  @Recordable
  enum Action: Equatable, Sendable {
    case tapped
    case signIn(name: String, password: Redacted<String>)
  }

  @Test("A command with a secret, or one that cannot be read, is not to be kept")
  func secrets() {
    let reader = ActionReader<Action>(state: Int.self)
    #expect(reader.mayHoldSecret("signIn(name: \"Ann\", password: \"open\")", state: nil))
    #expect(reader.mayHoldSecret("signIn(name: \"Ann\", password: \"open", state: nil))
    #expect(reader.mayHoldSecret("wait open", state: nil))
    #expect(!reader.mayHoldSecret("tapped", state: nil))
    #expect(!reader.mayHoldSecret("wait 1s", state: nil))
  }

  @Test("All commands of an app without secrets are kept")
  func noSecrets() {
    let reader = ActionReader<Int>(state: Int.self)
    #expect(!reader.mayHoldSecret("no such action", state: nil))
  }
}
