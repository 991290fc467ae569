import AppShell
import RecordCoding
import Testing

@Suite("Typed actions with secrets")
struct ActionReaderTests {
  @Recordable
  enum Action: Equatable, Sendable {
    case tapped
    case signIn(name: String, password: Redacted<String>)
  }

  @Test("A command is not kept if it contains a secret or cannot be parsed")
  func secrets() {
    let reader = ActionReader<Action>(state: Int.self)
    #expect(reader.mayHoldSecret("signIn(name: \"Ann\", password: \"open\")", state: nil))
    #expect(reader.mayHoldSecret("signIn(name: \"Ann\", password: \"open", state: nil))
    #expect(reader.mayHoldSecret("wait open", state: nil))
    #expect(!reader.mayHoldSecret("tapped", state: nil))
    #expect(!reader.mayHoldSecret("wait 1s", state: nil))
  }

  @Test("A command is no longer kept once its text becomes a secret")
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

  @Test("An app without secrets keeps all commands")
  func noSecrets() {
    let reader = ActionReader<Int>(state: Int.self)
    #expect(!reader.mayHoldSecret("no such action", state: nil))
  }
}
