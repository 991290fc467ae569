import ComposableArchitecture
import DependencyInjection
import Locking
import Testing

@MainActor
struct EffectTests {
  /// A reducer that returns the effect that the action holds, and logs texts.
  private enum Action: Sendable {
    case perform(Effect<String>)
    case text(String)
  }

  private static func store() -> Store<[String], Action> {
    Store(initialState: [String]()) {
      Reduce<[String], Action> { state, action in
        switch action {
        case .perform(let effect):
          return effect.map { .text($0) }
        case .text(let text):
          state.append(text)
          return .none
        }
      }
    }
  }

  @Test("An effect does its work at once up to where it first waits")
  func immediateStart() async {
    let gate = Gate()
    let store = Store(initialState: [String]()) {
      Reduce<[String], String> { state, action in
        state.append(action)
        guard action == "go" else { return .none }
        return .run { send in
          await send("first")
          await send("second")
          await gate.wait()
          await send("third")
        }
      }
    }
    let task = store.send("go")
    #expect(store.state == ["go", "first", "second"])
    gate.open()
    await task.finish()
    #expect(store.state == ["go", "first", "second", "third"])
  }

  @Test("Merged effects are started in order")
  func mergeStartsInOrder() async {
    let store = Self.store()
    await store.send(
      .perform(
        .merge(
          .run { await $0("a") }, .send("b"), .none, .run { await $0("c") }))
    ).finish()
    #expect(store.state == ["b", "a", "c"])
  }

  @Test("An effect that waits for nothing does its work in one turn of the main actor")
  func runsOnMainActor() async {
    let store = Self.store()
    store.send(
      .perform(
        .merge(
          .run { send in
            await send("a")
            await send("b")
          }, .run { await $0("c") })))
    await Task { @MainActor in }.value
    #expect(store.state == ["a", "b", "c"])
    #expect(store.effectCount == 0)
  }

  @Test("Concatenated effects wait for the end of the one before")
  func concatenate() async {
    let store = Self.store()
    let gate = Gate()
    let task = store.send(
      .perform(
        .concatenate(
          .run { send in
            await gate.wait()
            await send("a")
          }, .none, .send("b"), .run { await $0("c") })))
    await gate.waitForArrival()
    #expect(store.state == [])
    gate.open()
    await task.finish()
    #expect(store.state == ["a", "b", "c"])
  }

  @Test("Cancelling a concatenation starts none of what was still to come")
  func cancelConcatenation() async {
    let store = Self.store()
    let gate = Gate()
    let task = store.send(
      .perform(
        .concatenate(.run { _ in await gate.wait() }, .send("b"), .run { await $0("c") })
          .cancellable(id: "all")))
    await gate.waitForArrival()
    store.send(.perform(.cancel(id: "all")))
    await task.finish()
    #expect(gate.cancellations == 1)
    #expect(store.state == [])
  }

  @Test("Cancelling by identity ends all effects in flight of it and no others")
  func cancelByIdentity() async {
    let store = Self.store()
    let gates = [Gate(), Gate(), Gate()]
    var tasks: [StoreTask] = []
    for (gate, id) in zip(gates, ["one", "one", "other"]) {
      tasks.append(
        store.send(.perform(.run { _ in await gate.wait() }.cancellable(id: id))))
      await gate.waitForArrival()
    }
    store.send(.perform(.cancel(id: "one")))
    await tasks[0].finish()
    await tasks[1].finish()
    #expect(gates.map(\.cancellations) == [1, 1, 0])
    gates[2].open()
    await tasks[2].finish()
    #expect(gates[2].cancellations == 0)
  }

  @Test("An effect may cancel those in flight of its identity before it starts")
  func cancelInFlight() async {
    let store = Self.store()
    let gate = Gate()
    let first = store.send(.perform(.run { _ in await gate.wait() }.cancellable(id: 1)))
    await gate.waitForArrival()
    let second = store.send(
      .perform(.run { await $0("second") }.cancellable(id: 1, cancelInFlight: true)))
    await first.finish()
    await second.finish()
    #expect(gate.cancellations == 1)
    #expect(store.state == ["second"])
  }

  @Test("An effect that is cancellable twice by one identity does not cancel itself")
  func cancellableTwice() async {
    let store = Self.store()
    let effect = Effect<String>.run { await $0("sent") }
      .cancellable(id: 1, cancelInFlight: true)
      .cancellable(id: 1, cancelInFlight: true)
    await store.send(.perform(effect)).finish()
    #expect(store.state == ["sent"])
    let gate = Gate()
    let task = store.send(
      .perform(.run { _ in await gate.wait() }.cancellable(id: 1).cancellable(id: 1)))
    await gate.waitForArrival()
    store.send(.perform(.cancel(id: 1)))
    await task.finish()
    #expect(gate.cancellations == 1)
  }

  @Test("An action that is sent after its effect has ended is reported, and arrives")
  func lateSend() async {
    let store = Self.store()
    let kept = LockIsolated<Send<String>?>(nil)
    let line: UInt = #line + 1
    await store.send(.perform(.run { send in kept.setValue(send) })).finish()
    let reports = await reportedIssues { kept.value?("late") }
    #expect(
      reports.map(\.message) == [
        """
        An action was sent from an effect that has completed:

          Action:
            EffectTests.Action.text("late")

          Effect returned from:
            "\(#fileID):\(line)"

        Send all actions before the operation of "Effect.run" returns, and wait in it for the tasks \
        that it starts.
        """
      ])
    #expect(reports.first?.location?.line == line)
    #expect(reports.first.map { "\($0.location?.fileID ?? "")" } == #fileID)
    #expect(store.state == ["late"])
  }

  @Test("A cancelled effect sends nothing more")
  func cancelledSendsNothing() async {
    let store = Self.store()
    let gate = Gate()
    let task = store.send(
      .perform(
        .run { send in
          await gate.wait()
          await send("too late")
        }))
    await gate.waitForArrival()
    task.cancel()
    await task.finish()
    #expect(store.state == [])
  }

  @Test("An error goes to the effect's handler")
  func errorIsCaught() async {
    struct Failure: Error {}
    let store = Self.store()
    await store.send(
      .perform(
        .run { _ in
          throw Failure()
        } catch: { error, send in
          await send("caught \(error)")
        })
    ).finish()
    #expect(store.state == ["caught Failure()"])
  }

  @Test("An error that nobody catches is reported where the effect was made; cancellation is not")
  func uncaughtError() async {
    let reported = Mutex<[String]>([])
    await IssueReports.withHandler({ issue in
      reported.withLock { $0.append(issue.message) }
    }) {
      let store = Store(initialState: Ticker.State()) { Ticker() }
      await store.send(.fail).finish()
      let other = Self.store()
      await other.send(.perform(.run { _ in throw CancellationError() })).finish()
    }
    let messages = reported.withLock { $0 }
    #expect(messages.count == 1)
    #expect(messages.first?.contains("ComposableArchitectureTests/Fixtures.swift:") == true)
    #expect(messages.first?.contains("Failure()") == true)
  }

  @Test("A shape tells how an effect is composed, with nested merges as one")
  func shapes() {
    let run = Effect<Int>.run { _ in }
    let shapes: [(Effect<Int>, String)] = [
      (.none, "none"),
      (.send(1), "send"),
      (.merge(.merge(run, .send(1)), .none, run), "merge(run, send, run)"),
      (.merge(.none, .send(1)), "send"),
      (.concatenate(run, .cancel(id: 3)), "concatenate(run, cancel(id: 3))"),
      (
        run.cancellable(id: "a", cancelInFlight: true),
        "run.cancellable(id: a, cancelInFlight: true)"
      ),
      (.none.cancellable(id: "a"), "none"),
      (run.map { "\($0)" }.map { $0.count }, "run"),
    ]
    for (effect, shape) in shapes { #expect(effect.shape.description == shape) }
  }
}
