import ComposableArchitecture
import SessionReplay
import Foundation
import SessionLog
import SessionDocument
import SessionModel
import Testing
import TestSupport

@MainActor
@Suite("Calls in the journal of an unfinished log")
struct UnfinishedCallTests {
  /// Returns the calls of a log as text.
  private nonisolated static func calls(of path: String) throws -> [String] {
    let reader = try SessionReader(path: path)
    let calls = SessionCalls(reader)
    if let fault = calls.fault { throw fault }
    let text = CallText(header: reader.header)
    return calls.all().map { text.text(of: $0) }
  }

  @Test("A call that has not ended is in the journal, and has no outcome")
  func call() async throws {
    let session = try LibrarySession()
    await session.send(.copy("a"))
    await session.open("load a")
    #expect(
      try Self.calls(of: session.path + ".partial") == [
        #"↳ LibraryClient.load("a") → "text of a", 20 ms"#,
        #"↳ LibraryClient.save("text of a", "copy") → …"#,
      ])
    try session.finish()
    await session.end()
  }

  @Test("A synchronous call that ends the process is in the journal")
  func synchronousCall() async throws {
    let path = LockIsolated("")
    let found = LockIsolated<[String]?>(nil)
    let session = try LibrarySession(change: { _, library in
      library.count = { name in
        found.setValue(try? Self.calls(of: path.value))
        return name.count
      }
    })
    let partial = session.path + ".partial"
    path.setValue(partial)
    await session.send(.measure("even"))
    #expect(found.value == [#"↳ LibraryClient.count("even") → …"#])
    try session.finish()
  }

  @Test("The effects of a recovered log are verified up to its end")
  func recovered() async throws {
    let session = try LibrarySession()
    await session.send(.copy("a"))
    await session.open("load a")
    await session.send(.find(2))
    let path = session.folder.file("recovered.reprise")
    _ = try recoverLog(
      from: session.path + ".partial", to: path, overwrite: false, readerOptions: .session)
    let report = await session.replay(path)
    #expect(report.divergence?.description == nil)
    #expect(report.unverified == [])
    #expect(report.verifiedCount == 2)
    try session.finish()
    await session.end()
  }

  @Test("An action that ends the process is not sent again by its effect")
  func unfinishedStep() async throws {
    let crash = Crash()
    let session = try EffectSession(Library.State()) { CrashingLibrary(crash: crash) }
    let partial = session.path + ".partial"
    crash.path.setValue(partial)
    await session.send(.find(2))
    await session.open("find 2")
    try session.finish()
    #expect(try SessionReader(path: crash.copy).log.unfinishedStep == 2)
    #expect(crash.count.value == 1)
    let app = EffectSession.app { CrashingLibrary(crash: crash) }
    let report = await EffectReplayer(SessionReplayer(app)).replay(path: crash.copy)
    #expect(report.divergence?.description == nil)
    #expect(report.verifiedCount == 1)
    #expect(crash.count.value == 1)
  }
}

/// A moment at which a log is copied, as if the process ended at this moment.
struct Crash: Sendable {
  let path = LockIsolated("")
  let count = LockIsolated(0)
  var copy: String { path.value + ".crashed.partial" }

  func happen() {
    count.withValue { $0 += 1 }
    for suffix in ["", ".journal"] {
      try? FileManager.default.copyItem(
        atPath: path.value + suffix, toPath: copy + suffix)
    }
  }
}

@Reducer
private struct CrashingLibrary {
  typealias State = Library.State
  typealias Action = Library.Action

  let crash: Crash

  var body: some ReducerOf<Self> {
    Reduce { _, action in
      if case .number = action { crash.happen() }
      return .none
    }
    Library()
  }
}
