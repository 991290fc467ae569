import AppShell
import ComposableArchitecture
import Foundation
import SessionReplay
import Testing
import TestSupport

@MainActor
@Suite("The calls of recovered logs")
struct RecoveredCallsTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  @Test("recover prints the calls that were in progress when the app ended")
  func unfinished() async throws {
    let new = folder.file("new.reprise")
    let partial = folder.file("cut.reprise.partial")
    let recorder = try SessionRecorder<Primes.State, Primes.Action>.ofPrimes(
      at: folder.file("run.reprise"))
    let store = Store(
      initialState: Primes.State(), reducer: { Primes() },
      withDependencies: {
        $0[PrimesClient.self].find = { number in
          if number > 10 { try await Task.sleep(for: .seconds(3600)) }
          return 2 * number
        }
        recorder.install(in: &$0)
      }, observer: recorder)
    await store.send(.find(4)).finish()
    store.send(.find(17))
    store.send(.find(18))
    for _ in 0..<100 { await Task.yield() }
    // Copies the files, as if the process ended now.
    for suffix in ["", ".journal"] {
      try FileManager.default.copyItem(
        atPath: folder.file("run.reprise.partial\(suffix)"), toPath: partial + suffix)
    }
    let outcome = await runShell(of: PrimesApp.self, ["recover", partial, "-o", new])
    #expect(outcome.output.hasPrefix("recovered 4 steps in \(new)"))
    #expect(
      outcome.errors.hasSuffix(
        """
        unfinished: effect of step 3: PrimesClient.find(17)
        unfinished: effect of step 4: PrimesClient.find(18)

        """), "\(outcome)")
    let shown = await runShell(of: PrimesApp.self, ["show", new, "--calls"]).output
    #expect(shown.contains("↳ PrimesClient.find(4) → 8"))
    #expect(shown.contains("↳ PrimesClient.find(17) → …"))
    #expect(await runShell(of: PrimesApp.self, ["replay", new]).code == 0)
    store.cancelEffects()
  }

  @Test("recover prints at most ten calls, and no calls that began before a gap")
  func manyCalls() async throws {
    var log = try CallLog()
    log.load()
    log.event(1, .began(step: 1))
    log.call(1, of: 1, .find, CallLog.bytes(1 as Int64))
    log.lose(steps: 2)
    log.load()
    log.event(2, .began(step: 4))
    for call in 2...13 as ClosedRange<UInt64> {
      log.call(call, of: 2, .find, CallLog.bytes(Int64(call)))
    }
    let path = folder.file("s.reprise")
    try log.write(to: path)
    let outcome = await tally("recover", path, "-o", folder.file("new.reprise"))
    let lines = outcome.errors.split(separator: "\n").filter { $0.hasPrefix("unfinished: ") }
    #expect(lines.count == 11)
    #expect(lines.first == "unfinished: effect of step 4: PrimeClient.find(2)")
    #expect(lines.last == "unfinished: 2 more calls")
  }
}

extension SessionRecorder where State == Primes.State, Action == Primes.Action {
  fileprivate static func ofPrimes(at path: String) throws -> Self {
    var options = SessionRecordingOptions(level: .effects)
    options.endpoints = .declared(by: { Primes().assemble() })
    return try Self(
      path: path, app: AppIdentity(name: PrimesApp.name, version: "1", build: "test"),
      initialState: State(), options: options, onFailure: { _ in })
  }
}
