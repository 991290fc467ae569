import Foundation
import RecordCoding
import ReplayCorpus
import SessionLog
import SessionReplay
import SessionReports
import Testing

/// Tests that reports from workers arrive unchanged.
@MainActor
final class WorkerReportTests {
  private let sample: ReportSample

  init() throws { sample = try ReportSample() }

  isolated deinit { sample.remove() }

  /// Returns a report as it arrives.
  private func sent(_ report: ReplayReport) throws -> ReplayReport {
    try #require(ReplayReport(encoded: report.encoded[...], path: report.path))
  }

  private func expectSame(_ report: ReplayReport) throws {
    let sent = try sent(report)
    let text = ReplayText(isVerbose: true)
    #expect(text.lines(for: sent) == text.lines(for: report))
    #expect(
      text.summary(of: ReplayTally([sent, sent]))
        == text.summary(of: ReplayTally([report, report])))
    #expect(junitText("x", [sent]) == junitText("x", [report]))
    #expect(
      jsonText([sent])
        == jsonText([report]))
  }

  @Test("A match arrives unchanged, in few bytes")
  func match() throws {
    let report = sample.replay(try sample.record([.increment, .addID, .fetch]))
    #expect(report.encoded.count == 25)
    try expectSame(report)
    #expect(try sent(report).verifiedSteps == 3)
  }

  @Test("Divergences of every kind arrive unchanged")
  func divergences() throws {
    let path = try sample.record([.increment, .addID, .fetch])
    var replayer = sample.replayer(.init(increment: 2))
    replayer.keepsGoing = true
    try expectSame(replayer.replay(path: path))
    try expectSame(sample.replay(path, .init(fetches: false)))
    try expectSame(sample.replay(path, .init(drawsIDs: false)))
  }

  @Test("Damage with a preceding divergence, and unreadable logs, arrive unchanged")
  func damage() throws {
    let path = try sample.record([.increment, .addID])
    try expectSame(sample.replay(path, .init(app: "Other")))
    try sample.truncate(path, by: 10)
    try expectSame(sample.replay(path))
    try expectSame(sample.replay(path, .init(increment: 2)))
    try expectSame(sample.replay(sample.path("missing.reprise")))
  }

  @Test("Crashes and survivals arrive unchanged")
  func crashes() throws {
    let crash = Crash(
      step: 3, action: "increment", cause: .stackOverflow(depth: 7), message: nil,
      lastLine: "\u{1B}[2J", frames: [CrashFrame("a", at: "App/App.swift:7"), CrashFrame("b")],
      isAsRecorded: true)
    try expectSame(ReplayReport(path: "x", verdict: .crashed(crash), stepCount: 4))
    try expectSame(
      ReplayReport(
        path: "x", verdict: .match, lostSteps: 2, gapCount: 1, survivedStep: 9))
    try expectSame(ReplayReport(path: "x", verdict: .failed("why")))
  }

  @Test("The result of running effects arrives unchanged")
  func effects() throws {
    var report = ReplayReport(path: "x", verdict: .match, verifiedSteps: 2, stepCount: 2)
    report.effects = EffectReport()
    try expectSame(report)
    report.effects?.verifiedCount = 3
    report.effects?.unverified = [UnverifiedEffect(step: 1, position: 2, reason: "why")]
    try expectSame(report)
  }

  @Test("Bytes that aren't a report are rejected")
  func nonsense() {
    for bytes: [UInt8] in [[], [0], [0, 1, 2], [1], [1, 0x7b], [2]] {
      #expect(ReplayReport(encoded: bytes[...], path: "x") == nil)
    }
  }
}

struct CrashWordingTests {
  @Test(
    "Names of functions are as short as in source code",
    arguments: [
      (
        "closure #1 (inout A.S, A.B) -> C.Effect<A.B> in static A.S.feature.getter : C.Reduce<A.S>",
        "closure #1 in A.S.feature.getter"
      ),
      ("static A.S.(fail in _F3697E)(A.B, Swift.Int) -> Swift.Int", "A.S.fail"),
      (
        "generic specialization <Swift.Int> of A.(f in _AB12)<A>((A) -> A, [A]) -> ()",
        "A.f"
      ),
      ("function signature specialization <Arg[0] = Dead> of static A.S.f() -> Swift.Int", "A.S.f"),
      ("partial apply forwarder for closure #1 (A) -> B in A.S.f(A) -> B", "closure #1 in A.S.f"),
      ("A.S.subscript.getter : Swift.Int", "A.S.subscript.getter"),
      (
        "(3) await resume partial function for closure #1 @Sendable (C.Send<A.B>) async -> () in "
          + "A.S.reduce(into: inout A.S, action: A.B) -> C.Effect<A.B>",
        "closure #1 in A.S.reduce"
      ),
      ("static (extension in A):C.Effect.load(Swift.Int) -> C.Effect<A1>", "C.Effect.load"),
      ("main", "main"),
    ])
  func names(long: String, short: String) {
    #expect(SwiftSymbolText.short(long) == short)
  }

  @Test(
    "A function belongs to the module that declares it",
    arguments: [
      ("A.S.f() -> Swift.Int", "A"), ("closure #1 (C.T) -> () in static A.S.f() -> ()", "A"),
      ("static (extension in A):C.Effect.load(Swift.Int) -> C.Effect<A1>", "A"),
      ("closure #1 () -> () in (extension in A):Swift.Array.f() -> ()", "A"),
      ("generic specialization <A.S> of C.Store.send(A1) -> ()", "C"),
      ("A.(f in _AB12)(Swift.Int) -> ()", "A"), ("main", nil),
    ])
  func modules(name: String, module: String?) {
    #expect(SwiftSymbolText.module(of: name) == module)
  }

  @Test("The runtime's message takes precedence over the app's last line")
  func messages() {
    let text = "a/b.swift:3: Fatal error: Index out of range\nCurrent stack trace:\n0 x\n"
    #expect(WorkerMessages("chat\n" + text).fatal == "a/b.swift:3: Fatal error: Index out of range")
    #expect(WorkerMessages("chat\n" + text).last == nil)
    #expect(WorkerMessages("one\ntwo\n").last == "two")
    #expect(WorkerMessages("").last == nil)
  }

  @Test("A crash is worse than a divergence and better than an incompatible log")
  func order() {
    #expect(Verdict.Kind.diverged < .crashed)
    #expect(Verdict.Kind.crashed < .incompatible)
    #expect(Verdict.Kind.crashed.exitCode == 5)
  }
}
