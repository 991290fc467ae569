import DependencyInjection
import Foundation
import SessionRecording
import SessionReplayTesting
import Simulation
import Testing
import TestSupport

@MainActor
@Suite("The effects of sessions in tests")
struct EffectVerificationTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  @Test("Effects that call, send and end as recorded pass, without a call of the test's clients")
  func match() async throws {
    let session = try await PrimeFinder.record(in: folder)
    let reported = try await failures {
      try await expectReplay(of: session, by: PrimeFinder(), verifying: .effects)
    }
    #expect(reported == [])
  }

  @Test("An effect with a different call fails at the line of the test, with both calls")
  func divergence() async throws {
    let session = try await PrimeFinder.record(in: folder)
    let line = UInt(#line + 2)
    let reported = try await failures {
      try await expectReplay(of: session, by: PrimeFinder(offset: 1), verifying: .effects)
    }
    #expect(
      reported == [
        Failure(
          text: """
            s.reprise: call diverged at step 1 of 4: find(17)
              effect 1 of the step called something else: expected PrimeClient.find(17), actual \
            PrimeClient.find(18)
              the action is one of PrimeFinder
              as recorded:
                  1 · find(17)
              If the change is intended, record the session again with the app.
            """, line: line, isNote: false)
      ])
  }

  @Test("An effect that never suspends ends the process, after a message with the log")
  func endless() async throws {
    let result = await #expect(
      processExitsWith: .exitCode(EXIT_FAILURE), observing: [\.standardErrorContent]
    ) { @MainActor in
      let folder = try TemporaryFolder()
      let session = try await PrimeFinder.record(in: folder)
      try await expectReplay(
        of: session, by: PrimeFinder(isEndless: true), verifying: .effects, timeout: 1)
      withExtendedLifetime(folder) {}
    }
    let errors = String(decoding: try #require(result).standardErrorContent, as: UTF8.self)
    #expect(
      errors.contains(
        "effect 1 of step 1 of s.reprise never suspends: it did nothing for 1 second."),
      "\(errors)")
    #expect(errors.contains("timeout to 'expectReplay'"), "\(errors)")
  }

  @Test("An effect that waits while other work blocks the main thread does not end the process")
  func otherWork() async throws {
    await #expect(processExitsWith: .success) { @MainActor in
      let folder = try TemporaryFolder()
      let session = try await PrimeFinder.record(in: folder)
      let blocks = PrimeFinder(begins: { DispatchQueue.main.async { usleep(3_500_000) } })
      let reported = try await failures {
        try await expectReplay(of: session, by: blocks, verifying: .effects, timeout: 2)
      }
      let errors = reported.filter { !$0.isNote }
      #expect(errors == [])
      withExtendedLifetime(folder) {}
    }
  }

  @Test("An effect that never suspends ends the process in an explored session")
  func endlessExploration() async throws {
    let result = await #expect(
      processExitsWith: .exitCode(EXIT_FAILURE), observing: [\.standardErrorContent]
    ) { @MainActor in
      try await explore(
        PrimeFinder(isEndless: true), from: PrimeFinder.State(), seeds: 0..<1, timeout: 1)
    }
    let errors = String(decoding: try #require(result).standardErrorContent, as: UTF8.self)
    #expect(
      errors.contains("an effect in the session of seed") && errors.contains("never suspends"),
      "\(errors)")
    #expect(errors.contains("timeout to 'explore'"), "\(errors)")
  }

  @Test("An explored session may take longer than the timeout if it suspends")
  func slowExploration() async throws {
    let result = await #expect(
      processExitsWith: .success, observing: [\.standardErrorContent]
    ) { @MainActor in
      let checkCount = LockIsolated(0)
      let reported = try await failures {
        try await explore(
          PrimeFinder(), from: PrimeFinder.State(), seeds: 0..<1,
          invariants: [
            Invariant("It is slow") { _ in
              let count = checkCount.withValue { count in
                count += 1
                return count
              }
              if count < 7 { usleep(1_500_000) }
              return true
            }
          ], actionsPerSession: 20, timeout: 8)
      }
      let errors = reported.filter { !$0.isNote }
      #expect(errors == [])
      #expect(checkCount.value >= 7)
    }
    let errors = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
    #expect(result != nil, "\(errors)")
  }

  @Test("The effects of a session run when the effects of the previous session have ended")
  func turns() async {
    let log = LockIsolated<[Int]>([])
    await withTaskGroup { group in
      for number in 0..<10 {
        group.addTask {
          await EffectTurn.run {
            log.withValue { $0.append(number) }
            await Task.yield()
            log.withValue { $0.append(number) }
          }
        }
      }
    }
    let numbers = log.value
    #expect(numbers.count == 20)
    #expect(zip(numbers, numbers.dropFirst()).filter { $0 == $1 }.count == 10)
  }

  @Test("Effects are verified only if the test asks for it")
  func stepsOnly() async throws {
    let session = try await PrimeFinder.record(in: folder)
    let reported = try await failures {
      try await expectReplay(of: session, by: PrimeFinder(offset: 1))
      try await expectReplay(of: session, by: PrimeFinder(offset: 1), verifying: .steps)
    }
    #expect(reported == [])
  }

  @Test("A note reports a log without calls, and the test passes")
  func noCalls() async throws {
    let session = try await PrimeFinder.record(in: folder, level: .steps)
    let reported = try await failures {
      try await expectReplay(of: session, by: PrimeFinder(offset: 1), verifying: .effects)
    }
    let text = "s.reprise: its effects are not verified: it has no calls"
    #expect(reported == [Failure(text: text, line: UInt(#line - 3), isNote: true)])
  }

  @Test("A note reports each effect that cannot be verified")
  func unverified() async throws {
    let session = try await PrimeFinder.record(in: folder)
    let reported = try await failures {
      try await expectReplay(
        of: session, by: PrimeFinder(usesOtherClient: true), verifying: .effects)
    }
    #expect(
      reported.map(\.text)
        == [1, 3].map { step in
          "s.reprise: not verified: effect 1 of step \(step): calls of 'OtherClient.find' are not "
            + "in the log"
        })
    #expect(reported.map(\.isNote) == [true, true])
  }

  @Test("Effects of a log whose steps differ are not run")
  func otherSteps() async throws {
    let session = try await PrimeFinder.record(in: folder)
    let reported = try await failures {
      try await expectReplay(of: session, by: PrimeFinder(offset: 1, adds: 1), verifying: .effects)
    }
    #expect(reported.count == 1)
    #expect(reported.first?.text.hasPrefix("s.reprise: state diverged at step 2") == true)
  }

  @Test("Sessions are verified concurrently")
  func concurrent() async throws {
    let session = try await PrimeFinder.record(in: folder)
    let reported = try await failures {
      try await withThrowingTaskGroup { group in
        for index in 0..<20 {
          group.addTask {
            try await expectReplay(
              of: session, by: PrimeFinder(offset: index == 7 ? 1 : 0), verifying: .effects)
          }
        }
        try await group.waitForAll()
      }
    }
    #expect(reported.map(\.isNote) == [false])
  }
}
