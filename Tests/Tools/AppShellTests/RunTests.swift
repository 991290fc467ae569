import AppShell
import Foundation
import TestSupport
import Testing

@MainActor
@Suite("Running an app from a script")
struct RunTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func run(_ script: String, _ arguments: String...) async throws -> ShellOutcome {
    let path = try folder.write(script, as: "script.txt")
    return await tally(["run", "--script", path, "--data-dir", folder.file("data")] + arguments)
  }

  private func lines(_ text: String) -> [String] {
    text.split(separator: "\n").map(String.init)
  }

  @Test("Each step is a line with its changes")
  func steps() async throws {
    let outcome = try await run("add(2)\n# nothing\n\nadd(-3)  # comment\n")
    #expect(outcome.code == 0)
    #expect(
      lines(outcome.output) == [
        "    1 · add(2)" + String(repeating: " ", count: 30) + "count: 0 → 2",
        "    2 · add(-3)" + String(repeating: " ", count: 29) + "count: 2 → -1",
      ])
    #expect(outcome.errors.isEmpty)
  }

  @Test("With '--print screen' the screen is printed at the start and after each step")
  func screens() async throws {
    let outcome = try await run("add(2)\nnote(\"x\")\n", "--print", "screen")
    #expect(outcome.output == "count 0\nnote \ncount 2\nnote \ncount 2\nnote x\n")
    let wrong = try await run("add(2)\n", "--print", "screens")
    #expect(wrong.code == 2)
    #expect(wrong.errors.contains("changes or screen"))
  }

  @Test("'wait effects' waits for the actions that effects send")
  func waitForEffects() async throws {
    let outcome = try await run("echo\nwait effects\nadd(1)\n")
    #expect(
      lines(outcome.output).map { $0.prefix(14) } == [
        "    1 · echo", "    2 ←1 add(1", "    3 · add(1)",
      ])
    #expect(outcome.errors.isEmpty)
  }

  @Test("Effects that are running at the end are canceled and reported")
  func cancelling() async throws {
    let outcome = try await run(".wait\n.wait\n")
    #expect(outcome.code == 0)
    #expect(
      outcome.errors
        == "canceled 2 running effects; add 'wait effects' at the end to wait for effects\n")
  }

  @Test("'quit' ignores the rest of the script")
  func quit() async throws {
    let outcome = try await run("add(1)\nquit\nnonsense\n")
    #expect(outcome.code == 0)
    #expect(lines(outcome.output).count == 1)
  }

  @Test("'screen' is a command, and an action with this name needs a leading dot")
  func dot() async throws {
    let outcome = try await run("screen\n.screen\n")
    #expect(outcome.output.hasPrefix("count 0\nnote \n    1 · screen"))
  }

  @Test("'help' lists the actions of the app")
  func help() async throws {
    let outcome = try await run("help\n")
    #expect(outcome.output.hasPrefix("add(Int)\nnote(String)\necho\nwait\nscreen\n"))
  }

  @Test("Control characters that a user typed are escaped on the screen")
  func controlCharacters() async throws {
    let outcome = try await run(#"note("\u{1B}[2J")"# + "\nscreen\n")
    #expect(outcome.output.hasSuffix("note \\u{1b}[2J\n"))
    #expect(!outcome.output.contains("\u{1B}"))
  }

  @Test(
    "An invalid line ends the session with its number and a correction",
    arguments: [
      ("ad(1)", "'add'"), ("add(\"x\")", "a number"), ("add", "add(Int)"), ("wait soon", "'soon'"),
      ("add(1) add(2)", "column 8"),
    ])
  func wrongLine(line: String, hint: String) async throws {
    let outcome = try await run("add(1)\n\(line)\nadd(5)\n", "--record", folder.file("s.reprise"))
    #expect(outcome.code == 2)
    let message = try #require(lines(outcome.errors).first)
    #expect(message.hasPrefix("\(folder.file("script.txt")):2: "))
    #expect(message.contains(hint))
    #expect(outcome.errors.contains("recorded 1 step in"))
    #expect(lines(outcome.output).count == 1)
    #expect(await tally("replay", folder.file("s.reprise")).code == 0)
  }

  @Test("'--quiet' prints no steps and no screens, except for errors and requested output")
  func quiet() async throws {
    let outcome = try await run("add(2)\nadd(2)\nscreen\nad(1)\n", "--quiet")
    #expect(outcome.code == 2)
    #expect(outcome.output == "count 4\nnote \n")
    #expect(outcome.errors.contains("script.txt:4: "))
    #expect(try await run("add(2)\n", "--quiet").output.isEmpty)
  }

  @Test("Lines with different bytes are distinct, even if their strings are equal")
  func equalTexts() async throws {
    let lines = ["note(\"K\")", "note(\"\u{212A}\")", "note(\"\u{E9}\")", "note(\"e\u{301}\")"]
    let outcome = try await run((lines + lines).joined(separator: "\n"), "--quiet")
    #expect(outcome.code == 0)
    let shown = try await run((lines + lines.prefix(2) + ["screen"]).joined(separator: "\n"))
    #expect(shown.output.unicodeScalars.contains("\u{212A}"))
    #expect(shown.output.hasSuffix("note \u{212A}\n"))
  }

  @Test("Lines that take several turns are performed in order")
  func manyLines() async throws {
    let count = 20_000
    let outcome = try await run((1...count).map { "add(\($0 % 7))\n" }.joined())
    #expect(outcome.code == 0)
    let steps = lines(outcome.output)
    #expect(steps.count == count)
    let isInOrder = zip(1..., steps).allSatisfy { number, line in
      line.trimmingCharacters(in: .whitespaces).hasPrefix("\(number) · add(\(number % 7))")
    }
    #expect(isInOrder)
  }

  @Test("A missing script is reported")
  func noScript() async {
    let outcome = await tally("run", "--script", folder.file("none"))
    #expect(outcome.code == 2)
    #expect(outcome.errors.contains("/none': No such file or directory"))
  }

  @Test("A recording is reported with its steps and bytes, and it matches")
  func recording() async throws {
    let path = folder.file("s.reprise")
    let outcome = try await run("add(1)\necho\nwait effects\n", "--record", path)
    #expect(outcome.code == 0)
    let size = try Data(contentsOf: URL(fileURLWithPath: path)).count
    #expect(outcome.errors == "recorded 3 steps in \(path) (\(size) bytes)\n")
    let replay = await tally("replay", path)
    #expect(replay.code == 0)
    #expect(replay.output == "\(path): match, 3 steps verified\n")
  }

  @Test("'show' prints the same lines as the running session")
  func show() async throws {
    let path = folder.file("s.reprise")
    let outcome = try await run("add(1)\necho\nwait effects\nnote(\"x\")\n", "--record", path)
    let shown = await tally("show", path)
    #expect(shown.code == 0)
    #expect(outcome.output == shown.output)
  }

  @Test("An existing log is replaced only with --force")
  func existing() async throws {
    let path = try folder.write("precious", as: "s.reprise")
    let refused = try await run("add(1)\n", "--record", path)
    #expect(refused.code == 2)
    #expect(refused.errors.contains("exists already"))
    #expect(refused.errors.contains("--force"))
    #expect(refused.output.isEmpty)
    #expect(try String(contentsOfFile: path, encoding: .utf8) == "precious")
    #expect(try await run("add(1)\n", "--record", path, "--force").code == 0)
    #expect(await tally("replay", path).code == 0)
  }

  @Test("A log in a missing folder is rejected before the app runs")
  func noFolder() async throws {
    let outcome = try await run("add(1)\n", "--record", folder.file("none/s.reprise"))
    #expect(outcome.code == 2)
    #expect(outcome.output.isEmpty)
  }
}
