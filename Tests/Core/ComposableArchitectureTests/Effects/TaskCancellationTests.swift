import ComposableArchitecture
import Testing

@MainActor
@Suite("Cancellation from within effects")
struct TaskCancellationTests {
  /// Starts and cancels work by identities that only its effects use.
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

  @Test("Work in an effect is cancelled by another effect, and the rest of its effect goes on")
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

  @Test("Work in an effect is cancelled by Effect.cancel")
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

  @Test("Work that has ended is no longer there to be cancelled")
  func ended() async {
    let gate = Gate()
    gate.open()
    let store = Store(initialState: Worker.State()) { Worker(gate: gate) }
    await store.send(.start).finish()
    await store.send(.stop).finish()
    #expect(gate.cancellations == 0)
    #expect(store.state.log == ["after work"])
  }

  @Test("Work may cancel that of the same identity which is in flight")
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

  @Test("Work ends with the effect that does it")
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

  @Test("An error of the work is thrown on")
  func failure() async {
    let store = Store(initialState: Worker.State()) { Worker(gate: Gate()) }
    await store.send(.fail).finish()
    #expect(store.state.log == ["failed"])
  }

  @Test("A child cancels its own work and not that of its siblings")
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

  @Test("A parent cancels the work of all its children")
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

  @Test("A store does not cancel the work of another store")
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

  @Test("Outside of effects, work is cancelled by its identity there, and not that of effects")
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
