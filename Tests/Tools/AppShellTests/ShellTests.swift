import AppShell
import Testing

@MainActor
@Suite("The shell")
struct ShellTests {
  @Test("Without a verb a short usage goes to standard error")
  func noVerb() async {
    let outcome = await tally()
    #expect(outcome.code == 2)
    #expect(outcome.output.isEmpty)
    #expect(outcome.errors.contains("Usage: tally run|record|replay|"))
  }

  @Test("A wrong command line points to the help of its verb")
  func wrong() async {
    let outcome = await tally("replay", "--jsn", "x")
    #expect(outcome.code == 2)
    #expect(
      outcome.errors == """
        tally: unknown option '--jsn'; did you mean '--json'?
        'tally help replay' says more.

        """)
  }

  @Test("Help and version are results")
  func results() async {
    let help = await tally("help", "show")
    #expect(help.code == 0)
    #expect(help.output.hasPrefix("tally show: "))
    #expect(help.errors.isEmpty)
    #expect(await tally("--version").output == "Tally 1.2.3\n")
  }
}
