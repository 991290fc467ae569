import Foundation
import Platform
import SessionReplayTesting
import TestSupport
import Testing

struct ExpectReplayTests {
  static let divergence = """
    mixed.reprise: state diverged at step 1 of 10: add(1)
      total: expected 1, actual 2
          Notebook.State(
            notes: [],
        -   total: 1,
        +   total: 2,
            … (2 unchanged)
          )
      the action is one of Notebook
      as recorded:
          1 · add(1)                              total: 0 → 1
      If the change is intended, run the test once with 'REPRISE_RERECORD=1', which updates the log.
    """

  @Test("Sessions that replay as recorded pass", arguments: Sessions.in("Sessions"))
  func match(_ session: Session) async throws {
    try await expectReplay(of: session, by: app())
  }

  @Test(
    "A broken reducer fails at the line of the test, with step, action, path and values",
    arguments: Sessions.in("Sessions"))
  func divergence(_ session: Session) async throws {
    let line = #line + 4
    try await withKnownIssue {
      // Keeps `REPRISE_RERECORD` from recording the logs again with this broken reducer.
      try await Rerecording.$current.withValue(.none) {
        try await expectReplay(of: session, by: brokenApp())
      }
    } matching: { issue in
      issue.comments.first?.rawValue == Self.divergence && issue.sourceLocation?.line == line
        && issue.sourceLocation?.filePath == #filePath && issue.severity == .error
    }
  }

  @Test("A log can belong to any app unless a name is given")
  func otherApp() async throws {
    let session = Sessions.in("Sessions")[0]
    let texts = try await failures {
      try await expectReplay(of: session, by: app(), app: "Notebook")
      try await expectReplay(of: session, by: app(), app: "Cart")
    }.map(\.text)
    #expect(
      texts == [
        """
        mixed.reprise: incompatible: the log is of the app 'Notebook', and this is 'Cart'; replay \
        it with 'Notebook'
          If the log is no longer needed, delete it, or record the session again with the app.
        """
      ])
  }

  @Test("A log with types of a different app is incompatible, and the failure names the types")
  func otherTypes() async throws {
    let session = Sessions.in("Sessions")[0]
    let texts = try await failures {
      try await expectReplay(of: session, by: Reduce<Int, Int> { _, _ in .none })
    }.map(\.text)
    #expect(texts.count == 1)
    let text = texts.first ?? ""
    #expect(text.hasPrefix("mixed.reprise: incompatible: the first state does not fit the types"))
    #expect(text.contains("'@RecordedAs'"))
  }

  @Test("A damaged log fails, with the number of intact steps")
  func damage() async throws {
    let folder = try await folderOfSessions("cut.reprise")
    let path = folder.file("cut.reprise")
    try write(Array(bytes(of: path).dropLast(20)), to: path)
    let texts = try await failures {
      try await expectReplay(of: Sessions.in(folder.path)[0], by: app())
    }.map(\.text)
    #expect(texts.count == 1)
    let text = texts.first ?? ""
    #expect(text.hasPrefix("cut.reprise: damaged: "))
    #expect(text.contains("recover") && text.contains("delete it, or record the session again"))
  }

  @Test("A log that disappears before its replay fails")
  func gone() async throws {
    let folder = try await folderOfSessions("a.reprise")
    let session = Sessions.in(folder.path)[0]
    try FileManager.default.removeItem(at: session.url)
    let texts = try await failures { try await expectReplay(of: session, by: app()) }.map(\.text)
    #expect(texts == ["there is no file or folder '\(session.url.path)'"])
  }

  @Test("A log that cannot be read fails with the system's reason", .enabled(if: geteuid() != 0))
  func unreadable() async throws {
    let folder = try await folderOfSessions("a.reprise", "b.reprise")
    try #require(chmod(folder.file("a.reprise"), 0) == 0)
    let sessions = Sessions.in(folder.path)
    #expect(sessions.count == 2)
    let texts = try await failures {
      for session in sessions { try await expectReplay(of: session, by: app()) }
    }.map(\.text)
    #expect(texts.count == 1)
    #expect(texts.first?.contains("a.reprise' cannot be read: Permission denied") == true)
  }

  @Test("A canceled test replays nothing and throws an error")
  func cancelled() async {
    let task = Task {
      withUnsafeCurrentTask { $0?.cancel() }
      try await expectReplay(of: Sessions.in("Sessions")[0], by: brokenApp())
    }
    await #expect(throws: CancellationError.self) { try await task.value }
  }

  @Test("A replay doesn't block the main actor")
  @MainActor
  func offTheMainActor() async throws {
    let ofTest = thread()
    let threads = Mutex<Set<ObjectIdentifier>>([])
    try await expectReplay(
      of: Sessions.in("Sessions")[0],
      by: app { threads.withLock { _ = $0.insert(thread()) } })
    #expect(threads.withLock { $0.count == 1 && !$0.contains(ofTest) })
  }

  @Test("An issue that a reducer reports in a matching replay is a note at the line of the test")
  func remarks() async throws {
    let line = UInt(#line + 3)
    let reported = try await failures {
      try await expectReplay(
        of: Sessions.in("Sessions")[0], by: app { reportIssue("There is no such row.") })
    }
    #expect(
      reported == [
        Failure(
          text: "mixed.reprise: a reducer reported while it was replayed: There is no such row.",
          line: line - 1, isNote: true)
      ])
  }

  @Test("A reducer that ends the test process is reported with the log and the step")
  func trap() async throws {
    let trapped = await #expect(
      processExitsWith: .failure, observing: [\.standardErrorContent]
    ) {
      try await expectReplay(of: Sessions.in("Sessions")[0], by: app { fatalError("no rows") })
    }
    #expect(Self.note(in: trapped) == "in step 1")
    let exited = await #expect(
      processExitsWith: .exitCode(3), observing: [\.standardErrorContent]
    ) {
      try await expectReplay(of: Sessions.in("Sessions")[0], by: app { exit(3) })
    }
    #expect(Self.note(in: exited) == "in step 1")
    let later = await #expect(
      processExitsWith: .failure, observing: [\.standardErrorContent]
    ) {
      try await expectReplay(of: Sessions.in("Sessions")[0], by: app())
      fatalError("another test")
    }
    #expect(Self.note(in: later) == nil)
  }

  @Test(
    "A reducer that overflows the stack is reported with the log and the step",
    .disabled(if: isSanitized, "a sanitizer has its own use for the end of a stack"))
  func stackOverflow() async throws {
    let result = await #expect(
      processExitsWith: .signal(SIGSEGV), observing: [\.standardErrorContent]
    ) {
      @Sendable func deeper(_ depth: Int) -> Int { depth < 0 ? 0 : deeper(depth + 1) &+ 1 }
      try await expectReplay(
        of: Sessions.in("Sessions")[0], by: app { precondition(deeper(0) == 0) })
    }
    #expect(Self.note(in: result) == "in step 1")
  }

  /// Returns the standard error output of a replay that ended its process.
  private static func note(in result: ExitTest.Result?) -> String? {
    String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
      .split(separator: "\n").lazy
      .compactMap { line in
        let start = "mixed.reprise: the replay of this log ends the process, "
        return line.hasPrefix(start) ? String(line.dropFirst(start.count)) : nil
      }.first
  }

  @Test("A replay uses the dependencies that the test overrides")
  func overriddenDependencies() async throws {
    let names = Mutex<Set<String>>([])
    try await withDependencies {
      $0.locale = Locale(identifier: "de_DE")
    } operation: {
      try await expectReplay(
        of: Sessions.in("Sessions")[0],
        by: app {
          @Dependency(\.locale) var locale
          names.withLock { _ = $0.insert(locale.identifier) }
        })
    }
    #expect(names.withLock { $0 } == ["de_DE"])
  }

  @Test("A log is incompatible if it has reads of a dependency that the app doesn't record")
  func dependencies() async throws {
    let texts = try await failures {
      try await expectReplay(of: Sessions.in("Sessions")[0], by: app(), dependencies: [])
    }.map(\.text)
    #expect(texts.count == 1)
    #expect(texts.first?.contains("the log contains reads of the dependency 'uuid'") == true)
  }

  @Test("Migrations convert a log to the version of the last migration")
  func migrations() async throws {
    // Every migrated state has this total, including the state after an addition.
    let migration = SessionMigration(from: 1) { state in state["total"] = .integer(7) }
    let texts = try await failures {
      try await expectReplay(
        of: Sessions.in("Sessions")[0], by: app(), migrations: [migration])
    }.map(\.text)
    #expect(texts.count == 1)
    #expect(texts.first?.contains("total: expected 7, actual 8") == true)
  }

  @Test("Many sessions are replayed concurrently")
  func manyAtOnce() async throws {
    let folder = try await folderOfSessions("a.reprise")
    let session = Sessions.in(folder.path)[0]
    let failed = try await failures {
      try await withThrowingTaskGroup { group in
        for index in 0..<100 {
          group.addTask {
            try await expectReplay(of: session, by: index == 50 ? brokenApp() : app())
          }
        }
        try await group.waitForAll()
      }
    }
    #expect(failed.count == 1)
  }
}
