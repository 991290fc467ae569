import AppShell
import Foundation
import TestSupport
import Testing

@MainActor
@Suite("The filters and formats of 'show'")
struct ShowFilterTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func record(_ lines: String...) async throws -> String {
    let script = try folder.write(lines.joined(separator: "\n") + "\n", as: "script.txt")
    let path = folder.file("s.reprise")
    #expect(await tally("record", path, "--script", script).code == 0)
    return path
  }

  private func example() async throws -> String {
    try await record("add(1)", "note(\"x\")", "add(0)", "echo", "wait effects", "note(\"Milk\")")
  }

  /// Returns the numbers of the listed steps. Checks that JSON lists the same steps.
  private func numbers(_ arguments: String...) async throws -> [Int] {
    let outcome = await tally(["show"] + arguments)
    #expect(outcome.code == 0, "\(outcome.errors)")
    let numbers = outcome.output.split(separator: "\n").compactMap { line in
      line.split(separator: " ").first.flatMap { Int($0) }
    }
    let json = await tally(["show", "--json"] + arguments).output
    #expect(json.matches(of: /"number":([0-9]+)/).compactMap { Int($0.1) } == numbers)
    return numbers
  }

  @Test("'--path' lists the steps that change the value, a part of it, or a value that contains it")
  func path() async throws {
    let log = try await example()
    #expect(try await numbers(log, "--path", "count") == [1, 5])
    #expect(try await numbers(log, "--path", "note") == [2, 6])
    #expect(try await numbers(log, "--path", "state") == [1, 2, 5, 6])
    #expect(try await numbers(log, "--path", "note", "--from", "3") == [6])
    let outcome = await tally("show", log, "--path", "cuont")
    #expect(outcome.code == 2)
    #expect(outcome.errors.contains("did you mean 'count'?"))
  }

  @Test("'--action' lists the steps with an action of this name, in either spelling")
  func action() async throws {
    let log = try await example()
    #expect(try await numbers(log, "--action", "add") == [1, 3, 5])
    #expect(try await numbers(log, "--action", "note(\"x\")") == [2, 6])
    let outcome = await tally("show", log, "--action", "nte")
    #expect(outcome.code == 2)
    #expect(outcome.errors.contains("no action is named 'nte'; did you mean 'note'?"))
  }

  @Test("'--grep' searches the text of lines, and '--changes-only' lists steps with changes")
  func text() async throws {
    let log = try await example()
    #expect(try await numbers(log, "--grep", "Milk") == [6])
    #expect(try await numbers(log, "--grep", "milk") == [6])
    #expect(try await numbers(log, "--grep", "MILK") == [])
    #expect(try await numbers(log, "--grep", "1 → 101") == [5])
    #expect(try await numbers(log, "--changes-only") == [1, 2, 5, 6])
    #expect(try await numbers(log, "--changes-only", "--action", "add", "--grep", "←4") == [5])
  }

  @Test("A long text is folded with its size, and '--verbose' shows it")
  func folded() async throws {
    let text = String(repeating: "Lorem ipsum ", count: 1_000)
    let log = try await record("note(\"\(text)\")")
    let beginning = String(text.prefix(40))
    let outcome = await tally("show", log)
    #expect(outcome.output.contains("note(\"\(beginning)…\" (12 kB))"))
    #expect(outcome.output.contains("note: \"\" → \"\(beginning)…\" (12 kB)\n"))
    let whole = await tally("show", log, "--verbose")
    #expect(whole.output.contains("note: \"\" → \"\(text)\"\n"))
    // Folded text is searched, too.
    #expect(try await numbers(log, "--grep", String(text.suffix(30))) == [1])
  }

  @Test(
    "Contradictory options are rejected",
    arguments: [
      ["--at", "1", "--path", "count"], ["--at", "1", "--action", "add"],
      ["--at", "1", "--grep", "x"], ["--at", "1", "--changes-only"], ["--at", "1", "--verbose"],
      ["--script", "--path", "count"], ["--script", "--grep", "x"], ["--script", "--verbose"],
      ["--json", "--verbose"], ["--grep", ""],
    ])
  func conflicts(options: [String]) async throws {
    let log = try await record("add(1)")
    #expect(await tally(["show", log] + options).code == 2)
  }

  @Test("A terminal gets lines through the pager unless '--no-pager' is given")
  func paged() async throws {
    let log = try await record("add(1)")
    let page = folder.file("page.txt")
    let direct = await paged(["show", log, "--no-pager"], "cat > '\(page)'")
    #expect(direct.contains("1 · add(1)"))
    #expect(!FileManager.default.fileExists(atPath: page))
    #expect(await paged(["show", log], "cat > '\(page)'").isEmpty)
    #expect(try folder.text("page.txt") == direct)
  }

  /// Returns the output that bypasses the pager.
  private func paged(_ arguments: [String], _ pager: String) async -> String {
    await runShell(of: TallyApp.self, arguments, variables: ["PAGER": pager], isTerminal: true)
      .output
  }
}
