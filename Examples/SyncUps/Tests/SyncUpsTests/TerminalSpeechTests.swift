import ComposableArchitecture
import ComposableArchitectureTesting
import Foundation
import SyncUpsFeatures
import Testing

@Suite("Speech recognition in a terminal")
struct TerminalSpeechTests {
  private func phrases(_ speech: TerminalSpeech) async throws -> [String] {
    try await speech.phrases(clock: ImmediateClock()).reduce(into: []) { $0.append($1) }
  }

  @Test("By default the answer is yes, and a fixed text is heard")
  func demo() async throws {
    let speech = TerminalSpeech(setting: nil)
    #expect(speech.permission == .undetermined)
    #expect(speech.requestPermission() == .granted)
    #expect(speech.permission == .granted)
    #expect(try await phrases(speech).first == "Good morning, everybody.")
  }

  @Test("A denied permission stays denied until the settings are opened")
  func denied() {
    let speech = TerminalSpeech(setting: "denied")
    #expect(speech.permission == .denied)
    #expect(speech.requestPermission() == .denied)
    speech.allow()
    #expect(speech.requestPermission() == .granted)
  }

  @Test("Each line of a file is a phrase")
  func file() async throws {
    let file = FileManager.default.temporaryDirectory
      .appending(component: "\(UUID().uuidString).txt")
    try "Hello.\n\nBye.\n".write(to: file, atomically: true, encoding: .utf8)
    defer { try? FileManager.default.removeItem(at: file) }
    #expect(try await phrases(TerminalSpeech(setting: file.path)) == ["Hello.", "Bye."])
  }

  @Test("A missing file is a failure that names it")
  func missing() async {
    await #expect(throws: SpeechError.unreadable(path: "/missing.txt")) {
      try await phrases(TerminalSpeech(setting: "/missing.txt"))
    }
    #expect(
      "\(SpeechError.unreadable(path: "/missing.txt"))"
        == "The phrases in '/missing.txt' cannot be read. Check the path in SYNCUPS_SPEECH.")
  }
}
