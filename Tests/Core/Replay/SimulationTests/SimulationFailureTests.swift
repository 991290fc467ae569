import SessionReplay
import Simulation
import Testing

@Suite("Failures of simulated sessions")
struct SimulationFailureTests {
  @Test(
    "Issues whose messages differ only in values are one failure",
    arguments: [
      ("no row 5 of 12", "no row -7 of 3"),
      ("the total is 1.5", "the total is -2e10"),
      ("no name \"a\"", "no name \"a \\\" b\""),
      ("rows [1, 2] differ", "rows [] differ"),
      (
        "State(mode: .dark, row: Row(id: 1)) is invalid", "State(mode: .light, row: nil) is invalid"
      ),
      ("the switch is true", "the switch is false"),
      (
        "no item E621E1F8-C36C-495A-93FC-0C247A3E6E5F",
        "no item 0C247A3E-6E5F-495A-93FC-E621E1F8C36C"
      ),
    ])
  func sameIssue(first: String, second: String) {
    #expect(SimulationFailure.issue(first).isSame(as: .issue(second)))
  }

  @Test(
    "Failures with other words, of different kinds or of different invariants are different",
    arguments: [
      (SimulationFailure.issue("no row 5"), SimulationFailure.issue("no column 5")),
      (.issue("row5 is missing"), .issue("row6 is missing")),
      (.invariant("At most 3 rows"), .invariant("At most 5 rows")),
      (.endless, .lateWork),
      (.crash("A.swift:7: …", cause: "A.swift:7"), .crash("A.swift:9: …", cause: "A.swift:9")),
      (.replay("a: 1", cause: "state diverged: a"), .replay("b: 1", cause: "state diverged: b")),
    ])
  func otherFailure(first: SimulationFailure, second: SimulationFailure) {
    #expect(!first.isSame(as: second))
  }
}
