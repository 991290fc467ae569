import ComposableArchitecture
import Testing

@MainActor
@Suite("Cancellation within effects")
struct TaskCancellationTests {
  /// A reducer that starts and cancels work by identities that only its effects use.
  @Reducer
  struct Worker {
    struct State: Equatable, Identifiable {
      var id = 0
      var log: [String] = []
    }

    enum Action: Equatable {
      case start
      case restart
      case stop
      case stopByEffect
      case fail
      case log(String)
    }

    enum CancelID { case work }

    var gate: Gate

    var body: some ReducerOf<Self> {
      Reduce { state, action in
        switch action {
        case .start, .restart:
          return .run { [gate] send in
            await withTaskCancellation(id: CancelID.work, cancelInFlight: action == .restart) {
              await gate.wait()
            }
            await send(.log("after work"))
          }
        case .stop:
          return .run { _ in Task.cancel(id: CancelID.work) }
        case .stopByEffect:
          return .cancel(id: CancelID.work)
        case .fail:
          return .run { send in
            do {
              let text = try await withTaskCancellation(id: CancelID.work) {
                if action == .fail { throw Ticker.Failure() }
                return "never"
              }
              await send(.log(text))
            } catch is Ticker.Failure {
              await send(.log("failed"))
            }
          }
        case .log(let text):
          state.log.append(text)
          return .none
        }
      }
    }
  }

  @Reducer
  struct Workers {
    struct State: Equatable {
      var rows: IdentifiedArrayOf<Worker.State> = [Worker.State(id: 1), Worker.State(id: 2)]
    }

    enum Action {
      case rows(IdentifiedActionOf<Worker>)
      case stopAll
    }

    var gate: Gate

    var body: some ReducerOf<Self> {
      Reduce { _, action in
        guard case .stopAll = action else { return .none }
        return .run { _ in Task.cancel(id: Worker.CancelID.work) }
      }
      .forEach(\.rows, action: \.rows) { Worker(gate: gate) }
    }
  }

  @Test("A second effect can cancel work within an effect, and the rest of the effect continues")
  func cancelling() async {
    let gate = Gate()
    let store = Store(initialState: Worker.State()) { Worker(gate: gate) }
    let task = store.send(.start)
    await gate.waitForArrival()
    await store.send(.stop).finish()
    gate.open()
    await task.finish()
    #expect(gate.cancellations == 1)
    #expect(store.state.log == ["after work"])
  }

  @Test("Effect.cancel cancels work within an effect")
  func cancellingByEffect() async {
    let gate = Gate()
    let store = Store(initialState: Worker.State()) { Worker(gate: gate) }
    let task = store.send(.start)
    await gate.waitForArrival()
    store.send(.stopByEffect)
    gate.open()
    await task.finish()
    #expect(gate.cancellations == 1)
  }

  @Test("Work that has ended can no longer be canceled")
  func ended() async {
    let gate = Gate()
    gate.open()
    let store = Store(initialState: Worker.State()) { Worker(gate: gate) }
    await store.send(.start).finish()
    await store.send(.stop).finish()
    #expect(gate.cancellations == 0)
    #expect(store.state.log == ["after work"])
  }

  @Test("Work can cancel running work with the same identity")
  func cancelInFlight() async {
    let gate = Gate()
    let store = Store(initialState: Worker.State()) { Worker(gate: gate) }
    let first = store.send(.start)
    await gate.waitForArrival()
    let second = store.send(.restart)
    await gate.waitForArrival(2)
    gate.open()
    await first.finish()
    await second.finish()
    #expect(gate.cancellations == 1)
    #expect(store.state.log == ["after work", "after work"])
  }

  @Test("Work ends together with its effect")
  func effectCancelled() async {
    let gate = Gate()
    let store = Store(initialState: Worker.State()) { Worker(gate: gate) }
    let task = store.send(.start)
    await gate.waitForArrival()
    task.cancel()
    gate.open()
    await task.finish()
    #expect(gate.cancellations == 1)
    #expect(store.state.log == [])
  }

  @Test("An error of the work is rethrown")
  func failure() async {
    let store = Store(initialState: Worker.State()) { Worker(gate: Gate()) }
    await store.send(.fail).finish()
    #expect(store.state.log == ["failed"])
  }

  @Test("A child cancels only its own work, and not its siblings' work")
  func children() async {
    let gate = Gate()
    let store = Store(initialState: Workers.State()) { Workers(gate: gate) }
    let first = store.send(.rows(.element(id: 1, action: .start)))
    let second = store.send(.rows(.element(id: 2, action: .start)))
    await gate.waitForArrival(2)
    await store.send(.rows(.element(id: 1, action: .stop))).finish()
    gate.open()
    await first.finish()
    await second.finish()
    #expect(gate.cancellations == 1)
  }

  @Test("A parent can cancel the work of all its children")
  func parent() async {
    let gate = Gate()
    let store = Store(initialState: Workers.State()) { Workers(gate: gate) }
    let first = store.send(.rows(.element(id: 1, action: .start)))
    let second = store.send(.rows(.element(id: 2, action: .start)))
    await gate.waitForArrival(2)
    await store.send(.stopAll).finish()
    gate.open()
    await first.finish()
    await second.finish()
    #expect(gate.cancellations == 2)
  }

  @Test("A store does not cancel the work of a different store")
  func stores() async {
    let gate = Gate()
    let one = Store(initialState: Worker.State()) { Worker(gate: gate) }
    let other = Store(initialState: Worker.State()) { Worker(gate: gate) }
    let task = one.send(.start)
    await gate.waitForArrival()
    await other.send(.stop).finish()
    gate.open()
    await task.finish()
    #expect(gate.cancellations == 0)
  }

  @Test("Code outside of effects cancels only work outside of effects")
  func outside() async throws {
    #expect(await withTaskCancellation(id: 1) { 42 } == 42)
    let gate = Gate()
    let task = Task {
      try await withTaskCancellation(id: 2) {
        await gate.wait()
        try Task.checkCancellation()
      }
    }
    await gate.waitForArrival()
    Task.cancel(id: 1)
    Task.cancel(id: 2)
    await #expect(throws: CancellationError.self) { try await task.value }
  }
}
