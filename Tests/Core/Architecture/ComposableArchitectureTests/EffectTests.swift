import ComposableArchitecture
import DependencyInjection
import Platform
import Testing

@MainActor
struct EffectTests {
  /// A reducer that returns the effect in its action, and stores the strings it receives.
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

  @Test("An effect does its work immediately, up to the first suspension")
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

  @Test("Merged effects start in order")
  func mergeStartsInOrder() async {
    let store = Self.store()
    await store.send(
      .perform(
        .merge(
          .run { await $0("a") }, .send("b"), .none, .run { await $0("c") }))
    ).finish()
    #expect(store.state == ["b", "a", "c"])
  }

  @Test("An effect that never suspends does its work in one turn of the main actor")
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

  @Test("Each concatenated effect waits for the end of the previous one")
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

  @Test("Canceling a concatenation prevents its remaining effects from starting")
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

  @Test("Canceling an identity ends all of its running effects, and no other effects")
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

  @Test("An effect can cancel running effects with its identity before it starts")
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

  @Test("An effect that is cancelable twice by the same identity does not cancel itself")
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

  @Test("An action sent after the end of its effect is reported and still reduced")
  func lateSend() async {
    let store = Self.store()
    let kept = LockIsolated<Send<String>?>(nil)
    let line: UInt = #line + 1
    await store.send(.perform(.run { send in kept.setValue(send) })).finish()
    let reports = await reportedIssues { kept.value?("late") }
    #expect(
      reports.map(\.message) == [
        """
        An action was sent from a completed effect.

          Action:
            EffectTests.Action.text("late")

          Effect returned from:
            "\(#fileID):\(line)"

        Send all actions before the operation of "Effect.run" returns, and wait in it for the \
        tasks that it starts.
        """
      ])
    #expect(reports.first?.location?.line == line)
    #expect(reports.first.map { "\($0.location?.fileID ?? "")" } == #fileID)
    #expect(store.state == ["late"])
  }

  @Test("A canceled effect sends no further actions")
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

  @Test("A thrown error is passed to the effect's handler")
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

  @Test("An unhandled error is reported where the effect was created, unless it is a cancellation")
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
    #expect(messages.first?.contains("\n\n    Ticker.Failure()\n\n") == true)
  }

  @Test("An error that an effect throws after its cancellation is neither reported nor handled")
  func errorAfterCancellation() async {
    struct Failure: Error {}
    let store = Self.store()
    let gate = Gate()
    let failing = Effect<String>.run { _ in
      await gate.wait()
      throw Failure()
    }
    let handling = Effect<String>.run { _ in
      await gate.wait()
      throw Failure()
    } catch: { _, _ in
      Issue.record("The error was handled.")
    }
    let reports = await reportedIssues {
      let task = store.send(.perform(.merge(failing, handling).cancellable(id: 1)))
      await gate.waitForArrival(2)
      store.send(.perform(.cancel(id: 1)))
      await task.finish()
    }
    #expect(gate.cancellations == 2)
    #expect(reports.isEmpty)
  }

  @Test("The shape of an effect describes its composition and flattens nested merges")
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
