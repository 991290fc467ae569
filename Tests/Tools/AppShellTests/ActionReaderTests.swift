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

  @Test("A command whose text becomes a secret later is not kept any more")
  func later() throws {
    let reader = ActionReader<Action>(state: Int.self)
    var secrets = CommandSecrets(reader)
    let commands = ["note(\"open sesame\")", "note(\"pin\")", "note(\"a pin\")", "tapped"]
    for command in commands { secrets.note(command, state: nil) }
    #expect(secrets.kept(of: commands) == ["tapped"])
    let readable = ["tapped", "signIn(name: \"open sesame\", password: \"\")"]
    #expect(secrets.kept(of: readable) == readable)
    #expect(!secrets.hasNewSecrets)
    reader.learn(from: .signIn(name: "Ann", password: Redacted("sesame")))
    #expect(secrets.hasNewSecrets)
    #expect(secrets.kept(of: readable) == ["tapped"])
    #expect(!secrets.hasNewSecrets)
  }

  @Test("All commands of an app without secrets are kept")
  func noSecrets() {
    let reader = ActionReader<Int>(state: Int.self)
    #expect(!reader.mayHoldSecret("no such action", state: nil))
  }
}
