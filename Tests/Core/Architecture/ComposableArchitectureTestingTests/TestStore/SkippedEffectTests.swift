import ComposableArchitectureTesting
import Testing

@MainActor
@Suite("Actions from skipped effects")
struct SkippedEffectTests {
  /// A form of effect that sends `2` after a wait.
  struct Form: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let effect: @Sendable (StubbornDoor, TestClock<Duration>) -> Effect<Int>

    init(
      _ name: String,
      _ effect: @escaping @Sendable (StubbornDoor, TestClock<Duration>) -> Effect<Int>
    ) {
      testDescription = name
      self.effect = effect
    }

    static func run(
      _ name: String,
      _ work: @escaping @Sendable (Send<Int>, StubbornDoor, TestClock<Duration>) async -> Void
    ) -> Form {
      Form(name) { door, clock in .run { await work($0, door, clock) } }
    }

    /// Waits at the door, and then sends.
    static func late(_ door: StubbornDoor) -> Effect<Int> {
      .run { send in
        await door.wait()
        await send(2)
      }
    }
  }

  nonisolated static let forms: [Form] = [
    Form("run") { door, _ in Form.late(door) },
    Form("map") { door, _ in Form.late(door).map { $0 } },
    Form("merge") { door, _ in .merge(Form.late(door), Form.late(door)) },
    Form("concatenate") { door, _ in .concatenate(.run { _ in await door.wait() }, .send(2)) },
    Form("cancellable") { door, _ in Form.late(door).cancellable(id: 1) },
    Form("throttle") { door, clock in
      Form.late(door).throttle(id: 1, for: .seconds(1), clock: clock, latest: false)
    },
    Form("debounce") { door, clock in
      Form.late(door).debounce(id: 1, for: .seconds(1), clock: clock)
    },
    Form("effect of a received action") { _, _ in .send(1) },
    .run("effect of an action that an effect sent") { send, _, _ in await send(1) },
    .run("sleep with 'try?'") { send, _, clock in
      try? await clock.sleep(for: .seconds(1))
      await send(2)
    },
    .run("stream") { send, door, _ in
      let (stream, continuation) = AsyncStream.makeStream(of: Int.self)
      let task = Task {
        await door.wait()
        continuation.yield(2)
        continuation.finish()
        await send(2)
      }
      for await action in stream { await send(action) }
      await task.value
      await send(2)
    },
    .run("unstructured task") { send, door, _ in
      await Task {
        await door.wait()
        await send(2)
      }.value
    },
    .run("detached task") { send, door, _ in
      await Task.detached {
        await door.wait()
        await send(2)
      }.value
    },
    .run("work with an identity") { send, door, _ in
      await withTaskCancellation(id: 2) {
        await door.wait()
        await send(2)
      }
    },
    .run("task that cancels itself") { send, door, _ in
      let task = Task {
        await door.wait()
        await send(2)
      }
      withUnsafeCurrentTask { $0?.cancel() }
      await task.value
    },
  ]

  @Test("Skipped effects continue, and the test receives their actions", arguments: forms)
  func arrive(form: Form) async {
    let door = StubbornDoor()
    let clock = TestClock()
    let failures = await failures {
      let store = TestStore(initialState: 0) {
        Reduce<Int, Int> { state, action in
          switch action {
          case 0: return form.effect(door, clock)
          case 1: return Form.late(door)
          default:
            state += action
            return .none
          }
        }
      }
      await store.send(0)
      await store.skipReceivedActions(strict: false)
      await store.skipInFlightEffects(strict: false)
      door.open()
      await clock.advance(by: .seconds(2))
      await store.skipReceivedActions()
      #expect(store.state > 0)
      await store.finish()
    }
    #expect(failures == [])
  }

  @Test("An action sent after its effect returned is reported and received")
  func effectThatReturned() async {
    let kept = LockIsolated<Send<Probe.Action>?>(nil)
    let failures = await failures {
      let store = Probe.store { kept.setValue($0) }
      await store.send(.begin)
      await store.skipInFlightEffects(strict: false)
      kept.value?(.answer(1))
      await store.receive(.answer(1)) { $0.answers = [1] }
    }
    #expect(failures.count == 1)
    #expect(
      failures.first?.message.hasPrefix("An action was sent from a completed effect")
        == true)
  }

  @Test("A throttle sends the action of a skipped effect that it holds back")
  func throttledAction() async {
    let clock = TestClock()
    let store = TestStore(initialState: []) {
      Reduce<[Int], Int> { state, action in
        if action > 0 {
          return .send(-action)
            .throttle(id: 1, for: .seconds(1), clock: clock, latest: false)
        }
        state.append(action)
        return .none
      }
    }
    await store.send(1)
    await store.receive(-1) { $0 = [-1] }
    await store.send(2)
    await store.skipInFlightEffects()
    await store.send(3)
    await clock.advance(by: .seconds(1))
    await store.receive(-2) { $0 = [-1, -2] }
  }
}
