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
  @Test("No line is long, even if the session has long strings, comments and effects")
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
    let lines = source.split(separator: "\n")
    #expect(lines.allSatisfy { $0.count <= 100 }, "\(source)")
    // The action, the new row, the other action and the changed row each contain the whole text.
    #expect(lines.count { $0.contains("a (b, [c \"d\" long, ") } == 4, "\(source)")
  }
}
