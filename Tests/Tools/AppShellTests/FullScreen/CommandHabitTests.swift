import AppShell
import Testing

@Suite("Habits of other programs")
struct CommandHabitTests {
  @Test(
    "Commands of editors end the session, and give the keys",
    arguments: [
      ("q", CommandHabit.quit), ("q!", .quit), ("wq", .quit), ("x", .quit), ("h", .help),
      ("w", .write), ("w notes.txt", .write),
    ])
  func habits(line: String, habit: CommandHabit) {
    #expect(CommandHabit(line) == habit)
  }

  @Test("What is no habit is left to the app", arguments: ["", "quite", "q(1)", "counter.q", "W"])
  func others(line: String) {
    #expect(CommandHabit(line) == nil)
  }

  @Test("Who wants to write is told what the log has, control characters shown")
  func writing() {
    #expect(CommandHabit.writeNote(log: nil).hasPrefix("Nothing is recorded"))
    #expect(
      CommandHabit.writeNote(log: "a\u{1B}.reprise")
        == #"Each step is in 'a\u{1b}.reprise' already; 'quit' completes it."#)
  }
}
