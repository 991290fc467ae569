import AppShell
import Testing

@Suite("Lines of a script")
struct ScriptLineTests {
  @Test("A line with only spaces and a comment is blank")
  func blank() throws {
    for line in ["", "  \t", "# all of it", "   # \"quoted\""] {
      #expect(try ScriptLine(line) == .blank)
    }
  }

  @Test("Comments and the spaces around an action are removed")
  func comments() throws {
    #expect(try ScriptLine("  counter.tap  # why") == .action("counter.tap"))
  }

  @Test("A '#' within quotes does not start a comment, even after escapes")
  func quotes() throws {
    #expect(try ScriptLine(##"a("#1") # c"##) == .action(##"a("#1")"##))
    #expect(try ScriptLine(##"a("\"#1") # c"##) == .action(##"a("\"#1")"##))
    #expect(try ScriptLine(##"a("\\") # c"##) == .action(##"a("\\")"##))
  }

  @Test("A word is a command only if it is the whole line")
  func words() throws {
    #expect(try ScriptLine(" help ") == .help)
    #expect(try ScriptLine("screen") == .screen)
    #expect(try ScriptLine("quit # now") == .quit)
    #expect(try ScriptLine("exit") == .quit)
    #expect(try ScriptLine("help me") == .action("help me"))
    #expect(try ScriptLine(".help") == .action(".help"))
  }

  @Test(
    "'wait' accepts milliseconds, seconds and minutes",
    arguments: [
      ("wait 250ms", Duration.milliseconds(250)), ("wait  1s", .seconds(1)),
      ("wait 1.5s", .milliseconds(1500)), ("wait 0.25m", .seconds(15)), ("wait 0s", .zero),
      ("wait 1440m", .seconds(86_400)),
    ])
  func times(line: String, duration: Duration) throws {
    #expect(try ScriptLine(line) == .wait(duration))
  }

  @Test("'wait effects' waits for effects, not for a time")
  func effects() throws {
    #expect(try ScriptLine("wait effects") == .waitForEffects)
  }

  @Test(
    "'wait' rejects an invalid time and quotes it",
    arguments: [
      "", "1", "s", "-1s", "1e9s", ".5s", "1.s", "1441m", "9999999999999999999999s", "1 s",
      "effect",
    ])
  func badTimes(text: String) {
    #expect(throws: ScriptLineError.badWait(text)) { try ScriptLine("wait \(text)") }
  }
}
