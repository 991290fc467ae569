import DependencyInjection
import Foundation
import SessionReplay
import SessionTestSupport
import TestGeneration
import TestSupport
import Testing

@MainActor
@Suite("Long lines of a generated test")
struct LongLinesTests {
  @Test("A line that is too long is broken at commas, and never inside a string")
  func divided() async throws {
    let folder = try TemporaryFolder()
    let path = folder.file("s.reprise")
    let text = "a (b, [c \"d\" " + String(repeating: "long, ", count: 16)
    try await Session.record([.write(text), .edit(UUID(0), text + "er")], at: path)
    let source = try SessionReplayer(Session.app()).generatedTest(
      of: URL(fileURLWithPath: path), named: "long",
      source: TestSource(
        imports: [], feature: "Notebook()", initialState: "Notebook.State()", screen: ""),
      initialState: { Notebook.State() })
    let lines = source.split(separator: "\n").map { $0.drop { $0 == " " } }
    let quoted = "\"a (b, [c \\\"d\\\" " + String(repeating: "long, ", count: 16)
    // The action, the new row, the other action and the changed row each contain the whole text.
    #expect(lines.count { $0.contains(quoted) } == 4, "\(source)")
    let tooLong = source.split(separator: "\n").filter { $0.count > 100 && !$0.contains(quoted) }
    #expect(tooLong.isEmpty, "\(source)")
    #expect(lines.contains { $0.hasPrefix("text: " + quoted) && $0.hasSuffix("\",") }, "\(source)")
  }
}
