import CommandLineKit
import Port
import Testing

@Suite("The command line of reprise-port")
struct CommandLineTests {
  private func options(_ words: String...) throws -> PortOptions? {
    var call = try VerbCall([PortCommand.name] + words)
    return try call.parse(PortCommand.self)?.options
  }

  @Test("Options that are repeated add up, and of others the last one wins")
  func repeatedOptions() throws {
    let found = try options(
      "app", "-o", "one", "--module", "A", "--exclude", "x", "--module", "B", "-o", "two")
    #expect(found?.source == "app")
    #expect(found?.folder == "two")
    #expect(found?.modules == ["A", "B"])
    #expect(found?.excluded == ["x"])
  }

  @Test("A missing folder, a missing output and an empty value are usage errors")
  func usage() {
    #expect(throws: UsageError.self) { try options("-o", "out") }
    #expect(throws: UsageError.self) { try options("app") }
    #expect(throws: UsageError.self) { try options("app", "-o", "out", "--module", "") }
  }

  @Test("The help names the program once")
  func help() {
    let text = HelpText(program: "", app: PortCommand.name)
      .text(for: VerbDeclaration(PortCommand.self))
    #expect(text.hasPrefix("reprise-port: write a package for Linux"))
    #expect(text.contains("\nUsage: reprise-port SOURCE -o FOLDER"))
    #expect(text.contains("\n  reprise-port . -o ../app-on-linux\n"))
  }
}
