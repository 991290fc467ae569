import ComposableArchitecture
import DependencyInjection
import Foundation
import SessionReplayTesting
import TestGeneration
import Scheduling
import TestSupport
import Testing

/// Tests the statements of a generated test about a recorded session, and the test's verdict.
@MainActor
@Suite("Statements of generated tests hold", .serialized)
struct GeneratedStatementTests {
  /// An error of an endpoint, with its statement and the text that the app shows.
  struct Thrown: Sendable, CustomTestStringConvertible {
    let error: any Error
    let statement: String
    let text: String
    let state: @Sendable (ExpectedCall) -> Void

    var testDescription: String { statement }

    static let all = [
      Thrown(error: VaultError.closed, statement: "VaultError.closed", text: "closed") {
        $0.fails(with: VaultError.closed)
      },
      Thrown(error: VaultError.missing, statement: "VaultError.missing", text: "other") {
        $0.fails(with: VaultError.missing)
      },
      Thrown(error: VaultFailure(), statement: "VaultFailure()", text: "failure") {
        $0.fails(with: VaultFailure())
      },
      Thrown(error: VaultLimit.reached(7), statement: "VaultLimit.reached(7)", text: "limit 7") {
        $0.fails(with: VaultLimit.reached(7))
      },
      Thrown(error: CancellationError(), statement: "CancellationError()", text: "other") {
        $0.fails(with: CancellationError())
      },
    ]
  }

  @Test(
    "An error of an endpoint with untyped 'throws' is stated and thrown with its type",
    arguments: Thrown.all)
  func errors(thrown: Thrown) async throws {
    let error = thrown.error
    let source = try await generated(.open(3)) { $0.open = { _ in throw error } }
    #expect(source.contains(".fails(with: \(thrown.statement))"), "\(source)")
    let reported = await failures {
      let store = store()
      store.send(.open(3), returning: "run")
      store.effect(1).begins()
      thrown.state(store.effect(1).calls(1, "VaultClient.open", 3))
      store.receive(.showed(thrown.text), from: 1) { $0.texts = [thrown.text] }
      store.effect(1).finishes()
      await store.runEffects()
    }
    #expect(reported == [])
  }

  @Test("An error whose value is not in the log is stated in its recorded form")
  func unknownError() async throws {
    let error = VaultCode(code: 3)
    let source = try await generated(.open(3)) { $0.open = { _ in throw error } }
    let form = RecordedError(error)
    #expect(source.contains("RecordedError("), "\(source)")
    #expect(source.contains("details: \"VaultCode(code: 3)\""), "\(source)")
    let reported = await failures {
      let store = store()
      store.send(.open(3), returning: "run")
      store.effect(1).begins()
      store.effect(1).calls(1, "VaultClient.open", 3).fails(with: form)
      store.receive(.showed("other"), from: 1) { $0.texts = ["other"] }
      store.effect(1).finishes()
      await store.runEffects()
    }
    #expect(reported == [])
  }

  @Test("An error that a replay cannot throw is reported at its statement")
  func impossibleError() async throws {
    let reported = await failures {
      let store = store()
      store.send(.open(3), returning: "run")
      store.effect(1).begins()
      store.effect(1).calls(1, "VaultClient.open", 3).fails(with: VaultCode(code: 3))
      await store.runEffects()
    }
    #expect(reported.map(\.line) == [UInt(#line - 3)])
    #expect(
      reported.first?.text.hasPrefix(
        "an error 'SessionReplayTestingTests.VaultCode' cannot be thrown in a replay")
        == true, "\(reported)")
  }

  @Test("The calls of a detached task are stated, answered and compared")
  func detachedTask() async throws {
    let source = try await generated(.note) { $0.note = { _ in } }
    #expect(
      source.contains(#"store.detachedWork.calls(1, "VaultClient.note", "noted").ends()"#),
      "\(source)")
    func reported(calling text: String) async -> [Failure] {
      await failures {
        let store = store()
        store.send(.note, returning: "run")
        store.effect(1).begins()
        store.detachedWork.calls(1, "VaultClient.note", text).ends()
        store.receive(.showed("noted"), from: 1) { $0.texts = ["noted"] }
        store.effect(1).finishes()
        await store.runEffects()
      }
    }
    #expect(await reported(calling: "noted") == [])
    #expect(await reported(calling: "other").count == 1)
  }

  @Test("Detached work has only calls")
  func detachedEffect() async {
    let reported = await failures {
      let store = store()
      store.send(.note, returning: "run")
      store.detachedWork.finishes()
    }
    #expect(
      reported.map(\.text) == ["detached work has only calls; state the rest as 'store.effect(1)'"])
  }

  private func store() -> ReplayTestStore<Withdrawal.State, Withdrawal.Action> {
    ReplayTestStore(initialState: Withdrawal.State()) { Withdrawal() }
  }

  /// Records a session of one action, and returns the source of the test that repeats it.
  private func generated(
    _ action: Withdrawal.Action, client change: (inout VaultClient) -> Void
  ) async throws -> String {
    let work = TestWork(isSerial: false)
    let folder = try TemporaryFolder()
    var client = VaultClient()
    change(&client)
    var options = SessionRecordingOptions(level: .effects)
    options.endpoints = .declared(by: { Withdrawal().assemble() })
    let recorder = try SessionRecorder<Withdrawal.State, Withdrawal.Action>(
      path: folder.file("s.reprise"), app: AppIdentity(name: "Vault", version: "1", build: "test"),
      initialState: Withdrawal.State(), options: options, milliseconds: { 0 }, onFailure: { _ in })
    let store = Store(
      initialState: Withdrawal.State(), reducer: { Withdrawal() },
      withDependencies: {
        // Calls of detached tasks are recorded only outside of tests.
        $0.context = .live
        $0[VaultClient.self] = client
        recorder.install(in: &$0)
      }, observer: recorder)
    await work.prepare()
    await store.send(action).finish()
    _ = try recorder.finish()
    return try SessionReplayer { Withdrawal() }.generatedTest(
      of: URL(fileURLWithPath: folder.file("s.reprise")), named: "vault",
      source: TestSource(
        imports: [], feature: "Withdrawal()", initialState: "Withdrawal.State()", screen: ""),
      initialState: { Withdrawal.State() })
  }
}
