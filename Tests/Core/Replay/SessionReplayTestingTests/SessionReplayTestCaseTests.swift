#if !canImport(ObjectiveC)
  import Platform
  import SessionReplayTesting
  import TestSupport
  import Testing
  import XCTest

  /// A user's XCTest class with a case for each log.
  final class NotebookSessionTests: SessionReplayTestCase {
    override class var sessions: [Session] { Sessions.in("Sessions") }

    func testReplay() async throws {
      XCTAssertEqual(name, "NotebookSessionTests.testReplay[\(session)]")
      try await expectReplay(of: session, by: app())
    }
  }

  @Suite("XCTest cases for each log", .serialized)
  struct SessionReplayTestCaseTests {
    private static let ran = Mutex<[String]>([])

    private final class Cases: SessionReplayTestCase {
      static let folder = Mutex<[Session]>([])
      override class var sessions: [Session] { folder.withLock { $0 } }
      override func setUp() { ran.withLock { $0.append("setUp \(session)") } }
    }

    /// Runs a method that fails for session b, throws for c, and is skipped for d.
    private func results(_ sessions: [Session]) throws -> XCTestRun {
      Cases.folder.withLock { $0 = sessions }
      Self.ran.withLock { $0 = [] }
      let cases = Cases(name: "testReplay") { test in
        let name = (test as? Cases)?.session.description ?? ""
        Self.ran.withLock { $0.append(test.name) }
        switch name {
        case "b.reprise": XCTFail("differs")
        case "c.reprise": throw CancellationError()
        case "d.reprise": throw XCTSkip("later")
        default: break
        }
      }
      cases.run()
      return try #require(cases.testRun)
    }

    @Test("Each log has a case with its own name, set-up and result, and the method has the totals")
    func cases() async throws {
      let folder = try await folderOfSessions("a.reprise", "b.reprise", "c.reprise", "d.reprise")
      let run = try results(Sessions.in(folder.path))
      #expect(
        Self.ran.withLock { $0 }
          == ["a", "b", "c", "d"].flatMap {
            ["setUp \($0).reprise", "Cases.testReplay[\($0).reprise]"]
          })
      #expect(run.executionCount == 4)
      #expect(run.failureCount == 1)
      #expect(run.unexpectedExceptionCount == 1)
      #expect(run.skipCount == 1)
      #expect(!run.hasSucceeded)
    }

    @Test("A method passes if all logs pass")
    func success() async throws {
      let folder = try await folderOfSessions("a.reprise")
      let run = try results(Sessions.in(folder.path))
      #expect(run.hasSucceeded)
      #expect(run.executionCount == 1)
    }

    @Test("A class without sessions has a case that fails with this reason")
    func none() async throws {
      _ = try results([])
      #expect(Self.ran.withLock { $0.last } == "Cases.testReplay[no session]")
    }
  }
#endif
