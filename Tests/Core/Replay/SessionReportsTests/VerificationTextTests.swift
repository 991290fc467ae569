import ReplayCorpus
import SessionReplay
import SessionReports
import Testing

@Suite("Problems that the replay of a recording finds")
struct VerificationTextTests {
  private func problem(_ verdict: Verdict, isFirstReplay: Bool = true) -> [String] {
    let report = ReplayReport(
      path: "s.reprise", verdict: verdict, verifiedSteps: 9, stepCount: 9)
    return RecordingVerificationOutcome.differs(report, isFirstReplay: isFirstReplay).problem
  }

  @Test("A difference of an effect is not blamed on the reducer or on an earlier replay")
  func effect() {
    let call = CallDivergence(
      position: 1, cause: .otherCall, expected: "BankClient.balance(3)",
      actual: "BankClient.balance(4)")
    let verdict = Verdict.diverged(
      Divergence(step: 4, since: 3, action: "load", kind: .call(call)))
    for isFirstReplay in [true, false] {
      #expect(
        problem(verdict, isFirstReplay: isFirstReplay) == [
          "an effect is not deterministic: an effect of step 4 of 9, load, does not do what was "
            + "just recorded",
          "  effect 1 of the step called something else: expected BankClient.balance(3), actual "
            + "BankClient.balance(4)",
          "  the order of a Set or a Dictionary differs in each process: sort it before a loop, "
            + "and take times and random values from dependencies",
        ])
    }
  }

  @Test("A crash in an effect is distinguished from a crash in a step")
  func crash() {
    let cause = Crash.Cause.timeout(seconds: 60, memory: nil)
    let inEffect = problem(.crashed(Crash(step: 2, effect: 3, action: "load", cause: cause)))
    #expect(
      inEffect.first == "an effect is not deterministic: the app ends in an effect in a replay")
    #expect(inEffect.contains("  in effect 3 of the step"))
    let inStep = problem(.crashed(Crash(step: 2, action: "load", cause: cause)))
    #expect(inStep.first == "the reducer is not deterministic: the app ends in a replay")
  }
}
