import AppShell
import Testing

@MainActor
@Suite("The shell")
struct ShellTests {
  @Test("Without arguments the overview goes to standard output")
  func noArguments() async {
    let outcome = await tally()
    #expect(outcome.code == 0)
    #expect(outcome.errors.isEmpty)
    let help = await tally("help")
    #expect(outcome.output == help.output)
  }

  @Test("Options without a verb are an error that refers to help")
  func noVerb() async {
    let outcome = await tally("--color", "never")
    #expect(outcome.code == 2)
    #expect(outcome.output.isEmpty)
    #expect(outcome.errors == "tally: no command given\nSee 'tally help'.\n")
  }

  @Test("An invalid command line refers to the help of its verb")
  func wrong() async {
    let outcome = await tally("replay", "--jsn", "x")
    #expect(outcome.code == 2)
    #expect(
      outcome.errors == """
        tally: unknown option '--jsn'; did you mean '--json'?
        See 'tally help replay'.

        """)
  }

  @Test("Help and the version go to standard output")
  func results() async {
    let help = await tally("help", "show")
    #expect(help.code == 0)
    #expect(help.output.hasPrefix("tally show: "))
    #expect(help.errors.isEmpty)
    for word in ["version", "--version", "-V"] {
      #expect(await tally(word).output == "Tally 1.2.3\n")
    }
  }
}
