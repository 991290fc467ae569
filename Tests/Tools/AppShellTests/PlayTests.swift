import AppShell
import ComposableArchitecture
import Foundation
import SessionReplay
import TestSupport
import Testing

@MainActor
@Suite("Playing a log")
struct PlayTests {
  private let folder: TemporaryFolder
  private var path: String { folder.file("s.reprise") }

  init() throws { folder = try TemporaryFolder() }

  /// Records three steps, after pauses of 0.5 s, 0 s and 60.25 s.
  private func record() async throws {
    let times: [UInt64] = [0, 500, 500, 60_750]
    var index = 0
    let recorder = try SessionRecorder<TallyApp.State, TallyApp.Action>(
      path: path, app: AppIdentity(name: TallyApp.name, version: "1", build: "test"),
      initialState: TallyApp.initialState,
      recorded: "2026-01-01T00:00:00Z",
      options: SessionRecordingOptions(dependencies: TallyApp.recordedDependencies),
      milliseconds: {
        defer { index += 1 }
        return times[min(index, times.count - 1)]
      }, onFailure: { _ in })
    let store = Store(
      initialState: TallyApp.initialState, reducer: { TallyApp.feature },
      withDependencies: { recorder.install(in: &$0) }, observer: recorder)
    await store.send(.echo).finish()
    store.send(.add(1))
    _ = try recorder.finish()
  }

  private func play(_ arguments: String...) async -> (ShellOutcome, Duration) {
    let clock = ImmediateClock()
    let start = clock.now
    let outcome = await withDependencies {
      $0.continuousClock = clock
    } operation: {
      await tally(["play", path] + arguments)
    }
    return (outcome, start.duration(to: clock.now))
  }

  @Test("Steps are printed with their times, and received steps also with their origin")
  func lines() async throws {
    try await record()
    let (outcome, duration) = await play()
    #expect(outcome.code == 0)
    let lines = outcome.output.split(separator: "\n").map { $0.prefix(31) }
    #expect(
      lines
        == [
          "00:00.500     1 · echo", "00:00.500     2 ←1 add(100)", "01:00.750     3 · add(1)",
        ].enumerated().map { index, line in
          index == 0 ? Substring(line) : (line + String(repeating: " ", count: 31)).prefix(31)
        })
    #expect(duration == .milliseconds(60_750))
  }

  @Test("--speed 2 halves the pauses")
  func speed() async throws {
    try await record()
    #expect(await play("--speed", "2").1 == .milliseconds(30_375))
    #expect(await play("--speed", "0.5", "--to", "1").1 == .milliseconds(1_000))
  }

  @Test("An invalid speed is a usage error", arguments: ["0", "-1", "fast", "1e9", "inf", ""])
  func badSpeed(speed: String) async throws {
    try await record()
    let (outcome, _) = await play("--speed=\(speed)")
    #expect(outcome.code == 2)
    #expect(outcome.errors.contains("0.01"))
  }

  @Test("'--calls' prints the calls of a step below its line")
  func calls() async throws {
    try CallLog.example().write(to: path)
    let (outcome, _) = await play("--to", "2", "--calls")
    #expect(
      outcome.output == """
        00:00.100     1 · load
                          ↳ PrimeClient.find(17) → 59, 12 ms
        00:00.113     2 ←1 loaded(59)                         state: 0 → 59

        """)
    #expect(await !play("--to", "2").0.output.contains("↳"))
  }

  @Test("A damaged event ends '--calls' with an error after all steps")
  func damagedCalls() async throws {
    var log = try CallLog.example()
    log.event(9, .finished)
    try log.write(to: path)
    let (outcome, _) = await play("--calls")
    #expect(outcome.code == 4)
    #expect(outcome.output.contains("    4 · load"))
    #expect(outcome.errors.contains("an event belongs to effect 9, which has not started"))
  }
}
