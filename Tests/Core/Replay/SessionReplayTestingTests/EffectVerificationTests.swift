import SessionReplayTesting
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

  @Test("An effect that calls something else fails at the line of the test, with both calls")
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
          "s.reprise: not verified: effect 1 of step \(step): calls of 'OtherClient.find' are not in "
            + "the log"
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
