import SessionReplay
import Foundation
import SessionLog
import SessionMinimizing
import SessionDocument
import SessionModel
import TestSupport
import Testing

@MainActor
@Suite("Calls of effects in smaller sessions")
struct MinimizedCallsTests {
  private let folder: TemporaryFolder
  private var path: String { folder.file("s.reprise") }
  private var small: String { folder.file("small.reprise") }

  init() throws { folder = try TemporaryFolder() }

  /// Returns the calls of the smaller log, such as `2: PriceClient.price(7) → 70`, each with the
  /// number of the step that returned its effect.
  private func calls() throws -> [String] {
    let reader = try SessionReader(path: small)
    let calls = SessionCalls(reader)
    #expect(calls.fault == nil)
    let text = CallText(header: reader.header)
    return calls.all().map { call in
      "\(call.effectStep): \(text.beginning(of: call)) → \(text.result(of: call) ?? "…")"
    }
  }

  private func effects(_ fault: Desk.Fault? = nil) async -> EffectReport {
    let replayer = SessionReplayer(Desk.app(fault))
    #expect(replayer.replay(path: small).verdict.name == "match")
    return await EffectReplayer(replayer).replay(path: small)
  }

  @Test("The effects of kept steps keep their calls, with other numbers of steps")
  func keptCalls() async throws {
    try await Desk.record([.ask(1), .clear, .ask(7), .ask(3)], at: path)
    let result = try await Desk.minimize(path, to: small, .doublesThird)
    #expect(result.verdict.name == "state diverged")
    #expect(result.keptActions == 2)
    // Prices were asked for only with these values.
    #expect(
      try calls() == [
        "1: PriceClient.price(7) → 70", "1: PriceClient.price(-7) → -70",
        "4: PriceClient.price(3) → 30", "4: PriceClient.price(-3) → -30",
      ])
    let report = await effects()
    #expect(report.verifiedCount == 2 && report.unverified == [] && report.divergence == nil)
  }

  @Test("If a call with a kept answer depends on a step, the step and its values stay")
  func neededArguments() async throws {
    try await Desk.record([.setFactor(2), .ask(3), .setFactor(1)], at: path)
    let goal = MinimizerGoal.condition("prices.count == 2 && factor == 1")
    let result = try await Desk.minimize(path, to: small, .nextArticle, goal: goal)
    #expect(result.keptSteps == 5 && result.keptActions == 3)
    #expect(
      try calls() == ["2: PriceClient.price(6) → 60", "2: PriceClient.price(-3) → -30"])
    #expect(await effects().divergence == nil)
  }

  @Test("An effect that already differs in the whole session keeps its calls before the difference")
  func differingEffect() async throws {
    try await Desk.record([.ask(7), .ask(1)], at: path)
    let goal = MinimizerGoal.condition("prices.count == 4")
    _ = try await Desk.minimize(path, to: small, .nextArticle, goal: goal)
    #expect(
      try calls() == [
        "1: PriceClient.price(7) → 70", "4: PriceClient.price(1) → 10",
        "4: PriceClient.price(-1) → -10",
      ])
    #expect(await effects(.nextArticle).divergence == nil)
  }

  @Test("An effect that does not start after steps were removed has no calls")
  func missingEffect() async throws {
    try await Desk.record([.ask(3), .clear], at: path)
    _ = try await Desk.minimize(path, to: small, nil, goal: .condition("clearCount == 1"))
    #expect(try calls() == [])
    let report = await effects()
    #expect(report.unverified == [] && report.verifiedCount == 0)
  }

  @Test("An effect whose answer was left out keeps its calls before that answer")
  func removedAnswer() async throws {
    try await Desk.record([.ask(3), .setFactor(4)], at: path)
    let goal = MinimizerGoal.condition("prices.count > 0 && factor == 4")
    _ = try await Desk.minimize(path, to: small, nil, goal: goal)
    #expect(try calls().count < 3)
    #expect(await effects().divergence == nil)
  }

  @Test("A difference of an effect is kept together with the calls before it")
  func callDivergence() async throws {
    try await Desk.record([.ask(1), .setFactor(3), .ask(7), .clear, .ask(2)], at: path)
    let result = try await Desk.minimize(path, to: small, .nextArticle)
    #expect(result.verdict.name == "call diverged")
    // Without the factor the effect would make a different first call.
    #expect(result.keptActions == 2 && result.recordedActions == 3)
    #expect(
      try calls() == ["2: PriceClient.price(21) → 210", "2: PriceClient.price(-7) → -70"])
    let report = await effects(.nextArticle)
    guard case .call(let call)? = report.divergence?.kind else {
      Issue.record("\(report)")
      return
    }
    #expect(call.expected == "PriceClient.price(-7)" && call.actual == "PriceClient.price(-8)")
    #expect(await effects().divergence == nil)
  }

  @Test("A log whose steps and effects match is rejected")
  func match() async throws {
    try await Desk.record([.ask(1)], at: path)
    await #expect(throws: MinimizerError(.matches(path: path))) {
      _ = try await Desk.minimize(path, to: small, nil)
    }
  }

  @Test("minimize without its effects writes a log without calls")
  func withoutCalls() async throws {
    try await Desk.record([.ask(1), .ask(3)], at: path)
    let minimizer = SessionMinimizer(SessionReplayer(Desk.app(.doublesThird)))
    _ = try minimizer.minimize(path: path, to: small)
    #expect(try SessionReader(path: small).header.endpoints == nil)
    let error = #expect(throws: MinimizerError.self) {
      let minimizer = SessionMinimizer(SessionReplayer(Desk.app(.nextArticle)))
      _ = try minimizer.minimize(path: path, to: folder.file("other.reprise"))
    }
    #expect(error == MinimizerError(.matches(path: path)))
  }
}
