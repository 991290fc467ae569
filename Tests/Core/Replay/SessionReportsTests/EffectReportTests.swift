import Foundation
import SessionDocument
import SessionReplay
import SessionReports
import Testing

@Suite("Reports of the effects that a replay ran")
struct EffectReportTests {
  private static let divergence = Divergence(
    step: 4, since: 3, action: "counter.nthPrimeTapped",
    kind: .call(
      CallDivergence(
        position: 1, cause: .otherCall, expected: "NthPrimeClient.find(17)",
        actual: "NthPrimeClient.find(18)")))

  /// A log whose first effect made a different call.
  private var diverged: ReplayReport {
    var report = ReplayReport(
      path: "a.reprise", verdict: .diverged(Self.divergence), verifiedSteps: 9, stepCount: 9)
    report.effects = EffectReport()
    return report
  }

  /// A log with verified effects, and possibly unverified effects.
  private func matched(verified: Int = 2, unverified: Int = 0) -> ReplayReport {
    var effects = EffectReport()
    effects.verifiedCount = verified
    effects.unverified = (0..<unverified).map {
      UnverifiedEffect(step: 2, position: $0 + 1, reason: "it calls 'C.f' on a thread of its own")
    }
    var report = ReplayReport(
      path: "b.reprise", verdict: .match, verifiedSteps: 9, stepCount: 9)
    report.effects = effects
    return report
  }

  /// A log without calls.
  private var withoutCalls: ReplayReport {
    var report = matched(verified: 0)
    report.effects?.obstacle = "it has no calls"
    return report
  }

  private func log(_ report: ReplayReport) throws -> [String: Any] {
    let line = Data(ReplayResults.element(report).utf8)
    return try #require(try JSONSerialization.jsonObject(with: line) as? [String: Any])
  }

  @Test("A call divergence has the position of the effect, the expected and the actual call")
  func callText() {
    #expect(
      ReplayText().lines(for: diverged) == [
        "a.reprise: call diverged at step 4 of 9: counter.nthPrimeTapped",
        "  effect 1 of the step called something else: expected NthPrimeClient.find(17), "
          + "actual NthPrimeClient.find(18)",
      ])
  }

  @Test("A match has the number of verified effects, and lines for the first unverified effects")
  func unverifiedText() {
    #expect(
      ReplayText().lines(for: matched())
        == ["b.reprise: match, 9 steps verified, 2 effects run and verified"])
    let effects = (1...5).map { "effect \($0) of step 2: it calls 'C.f' on a thread of its own" }
    let report = matched(unverified: 5)
    let first = "b.reprise: match, 9 steps verified, 2 effects run and verified, "
    #expect(
      ReplayText().lines(for: report)
        == ["\(first)5 effects not verified"] + effects.prefix(3).map { "  not verified: \($0)" }
        + ["  … 2 more effects"])
    #expect(
      ReplayText(isVerbose: true).lines(for: report).dropFirst()
        == effects.map { "  not verified: \($0)" }[...])
    #expect(
      ReplayText().lines(for: withoutCalls)
        == ["b.reprise: match, 9 steps verified; its effects are not verified: it has no calls"])
  }

  /// A log whose effect passed a different value in a structured argument.
  private var structured: ReplayReport {
    let difference = StateDivergence(
      path: "argument 1.amount of BankClient.transfer", expected: "3", actual: "4",
      difference: ["  Transfer(", "-   amount: 3", "+   amount: 4", "  )"])
    let call = CallDivergence(
      position: 1, cause: .otherCall, expected: "BankClient.transfer(Transfer(amount: 3))",
      actual: "BankClient.transfer(Transfer(amount: 4))", difference: difference)
    var report = ReplayReport(
      path: "a.reprise",
      verdict: .diverged(Divergence(step: 4, since: 3, action: "save", kind: .call(call))),
      verifiedSteps: 9, stepCount: 9)
    var step = ContextStep(number: 4, action: "save")
    step.calls = ["… 1 earlier call", "↳ BankClient.rate() → 2, 1 ms"]
    report.context = [ContextStep(number: 3, action: "amountChanged(3)"), step]
    return report
  }

  @Test("A structured argument is shown by its first difference, followed by the calls before it")
  func structuredText() {
    let lines = [
      "a.reprise: call diverged at step 4 of 9: save",
      "  effect 1 of the step called something else",
      "  argument 1.amount of BankClient.transfer: expected 3, actual 4",
      "      Transfer(", "    -   amount: 3", "    +   amount: 4", "      )",
      "  as recorded:", "      3 · amountChanged(3)", "      4 · save",
      "          … 1 earlier call", "          ↳ BankClient.rate() → 2, 1 ms",
    ]
    #expect(ReplayText().lines(for: structured) == lines)
    #expect(junitText("x", [structured]).contains("argument 1.amount of BankClient.transfer: "))
    #expect(
      ReportGroup.groups(of: [structured]).map(\.cause.description)
        == ["call diverged in save: argument ….amount of BankClient.transfer"])
  }

  @Test("JSON has whole calls, the path and difference of an argument, and the calls before it")
  func structuredJSON() throws {
    let log = try log(structured)
    let divergence = try #require(log["divergence"] as? [String: Any])
    #expect(divergence["message"] as? String == "effect 1 of the step called something else")
    #expect(divergence["expected"] as? String == "BankClient.transfer(Transfer(amount: 3))")
    #expect(divergence["path"] as? String == "argument 1.amount of BankClient.transfer")
    #expect((divergence["difference"] as? [String])?.count == 4)
    #expect(
      log["context"] as? [String] == [
        "    3 · amountChanged(3)", "    4 · save", "        … 1 earlier call",
        "        ↳ BankClient.rate() → 2, 1 ms",
      ])
  }

  @Test("JSON has the divergence of a call, and no verified effects")
  func callJSON() throws {
    let log = try log(diverged)
    #expect(log["verdict"] as? String == "call diverged")
    let divergence = try #require(log["divergence"] as? [String: Any])
    #expect(divergence["kind"] as? String == "call diverged")
    #expect(divergence["step"] as? Int == 4)
    #expect(divergence["message"] as? String == "effect 1 of the step called something else")
    #expect(divergence["expected"] as? String == "NthPrimeClient.find(17)")
    #expect(divergence["actual"] as? String == "NthPrimeClient.find(18)")
    #expect((log["effects"] as? [String: Any])?["verified"] as? Int == 0)
  }

  @Test("JSON has the effect that differs in the log, and whether its next call was expected")
  func effectJSON() throws {
    for (next, expectsCall) in [("NthPrimeClient.find(17)", true), ("C.f()", nil)] {
      var divergence = Self.divergence
      divergence.recordedEffect = DifferingEffect(number: 7, callCount: 2, nextCall: next)
      let report = ReplayReport(
        path: "a.reprise", verdict: .diverged(divergence), verifiedSteps: 9, stepCount: 9)
      let object = try #require(try log(report)["divergence"] as? [String: Any])
      let effect = try #require(object["effect"] as? [String: Any])
      #expect(effect["number"] as? Int == 7)
      #expect(effect["position"] as? Int == 1)
      #expect(effect["calls"] as? Int == 2)
      #expect(effect["expectsCall"] as? Bool == expectsCall)
    }
    #expect(
      Divergence(step: 1, since: 0, action: "a", kind: .dependency("x")).recordedEffect == nil)
  }

  @Test("The overview of a folder counts the effects of a log")
  func folder() throws {
    let logs = [matched(unverified: 2), withoutCalls].map {
      PageFolder.Log(name: "a", page: "?a", bytes: 1, report: $0)
    }
    let folder = PageFolder(
      logs: logs, overview: PageOverview([], sizes: [], names: [], coverage: nil))
    let line = Data(JSONText.line(folder).utf8)
    let object = try #require(try JSONSerialization.jsonObject(with: line) as? [String: Any])
    let shown = try #require(object["logs"] as? [[String: Any]])
    let effects = shown.map { ($0["result"] as? [String: Any])?["effects"] as? [String: Any] }
    #expect(effects[0]?["verified"] as? Int == 2)
    #expect(effects[0]?["unverified"] as? Int == 2)
    #expect(effects[0]?["message"] == nil)
    #expect(effects[1]?["message"] as? String == "it has no calls")
  }

  @Test("JSON has the effects of a log if they were run, or the reason why they were not")
  func effectsJSON() throws {
    let effects = try #require(try log(matched(unverified: 1))["effects"] as? [String: Any])
    #expect(effects["verified"] as? Int == 2)
    #expect(
      effects["unverified"] as? [String]
        == ["effect 1 of step 2: it calls 'C.f' on a thread of its own"])
    #expect(effects["message"] == nil)
    let none = try #require(try log(withoutCalls)["effects"] as? [String: Any])
    #expect(none["verified"] as? Int == 0)
    #expect(none["unverified"] as? [String] == [])
    #expect(none["message"] as? String == "it has no calls")
    let steps = ReplayReport(path: "c.reprise", verdict: .match, verifiedSteps: 1, stepCount: 1)
    let plain = try log(steps)
    #expect(plain["effects"] == nil)
  }

  @Test("In JUnit XML a call divergence is a failure, and unverified effects are not failures")
  func junit() {
    let xml = junitText("x", [diverged, matched(unverified: 1), withoutCalls])
    #expect(xml.contains(#"tests="3" failures="1" errors="0""#))
    #expect(
      xml.contains(
        #"<failure type="call diverged" message="a.reprise: call diverged at step 4 of 9: "#))
    #expect(xml.contains("expected NthPrimeClient.find(17), actual NthPrimeClient.find(18)"))
    #expect(xml.contains(#"name="b.reprise" file="b.reprise" time="0.000000"/>"#))
  }

  @Test("An annotation has the call divergence of a log. Unverified effects have no annotation")
  func annotations() {
    let reports = [diverged, matched(unverified: 1), withoutCalls]
    let lines = GitHubAnnotations(ReplayOverview(reports)).lines
    #expect(lines.count == 1)
    let line = lines.first ?? ""
    #expect(
      line.hasPrefix("::error file=a.reprise,title=call diverged in counter.nthPrimeTapped%3A"))
    #expect(line.contains("::a.reprise: call diverged at step 4 of 9"))
    #expect(line.hasSuffix("expected NthPrimeClient.find(17), actual NthPrimeClient.find(18)"))
  }

  @Test("The summary of several logs counts the verified effects")
  func summary() {
    let tally = ReplayTally([diverged, matched(), withoutCalls])
    #expect(
      ReplayText().summary(of: tally)
        == "3 logs: 2 match, 1 diverged; 27 steps verified (state, sent actions and effect shapes, "
        + "from the recorded initial state; 2 effects run and verified)")
  }

  @Test("A crash in an effect has the position of the effect, and all steps are verified")
  func crash() throws {
    let crash = Crash(
      step: 2, effect: 3, action: "load", cause: .timeout(seconds: 5, memory: nil))
    var report = ReplayReport(
      path: "a.reprise", verdict: .crashed(crash), verifiedSteps: 9, stepCount: 9)
    report.effects = EffectReport()
    #expect(
      ReplayText().lines(for: report) == [
        "a.reprise: crashed at step 2 of 9: load", "  in effect 3 of the step",
        "  endless loop: no effect finished for 5 seconds; give a longer --timeout if the effect "
          + "is only slow",
      ])
    let object = try #require(try log(report)["crash"] as? [String: Any])
    #expect(object["effect"] as? Int == 3)
    #expect((object["message"] as? String)?.hasPrefix("endless loop: no effect finished") == true)
    #expect(
      ReplayText().summary(of: ReplayTally([report])).hasSuffix("0 effects run and verified)"))
  }
}
