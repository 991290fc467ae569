import ComposableArchitecture
import Foundation
import Testing

/// A timer as written when stores took reducers as values, and types identified effects.
private struct Countdown: ReducerProtocol {
  struct State: Equatable {
    var left = 3
    var isCanceled = false
  }

  enum Action: Equatable {
    case start, tick, cancel, canceled
    case query(String)
    case found(String)
  }

  enum TimerID {}
  enum QueryID {}

  @Dependency(\.mainQueue) var mainQueue

  func reduce(into state: inout State, action: Action) -> EffectTask<Action> {
    switch action {
    case .start:
      return .run { [mainQueue] send in
        for await _ in mainQueue.timer(interval: 1) { await send(.tick) }
      }
      .cancellable(id: TimerID.self, cancelInFlight: true)
    case .tick:
      state.left -= 1
      return state.left == 0 ? .cancel(id: TimerID.self) : .none
    case .cancel:
      return .concatenate(
        .cancel(ids: [TimerID.self, QueryID.self]), .run { await $0(.canceled) })
    case .canceled:
      state.isCanceled = true
      return .none
    case .query(let text):
      return .run { await $0(.found(text)) }
        .debounce(id: QueryID.self, for: 0.3, scheduler: mainQueue)
    case .found:
      return .none
    }
  }
}

@MainActor
@Suite("Stores of reducers that are values")
struct EarlierStoresTests {
  private let queue = DispatchQueue.test

  private var store: TestStoreOf<Countdown> {
    TestStore(initialState: Countdown.State(), reducer: Countdown()) {
      $0.mainQueue = queue.eraseToAnyScheduler()
    }
  }

  @available(*, deprecated)
  @Test("A type cancels the effect that it identifies, and no other")
  func types() async {
    let store = store
    await store.send(.start)
    await store.send(.query("a"))
    await queue.advance(by: 0.2)
    await store.send(.query("ab"))
    await queue.advance(by: 0.8)
    await store.receive(.found("ab"))
    await store.receive(.tick) { $0.left = 2 }
    await store.send(.query("abc"))
    await store.send(.cancel)
    await store.receive(.canceled) { $0.isCanceled = true }
    await queue.run()
  }

  @available(*, deprecated)
  @Test("Types of one name in two features have different names in a log")
  func names() {
    enum Other { enum TimerID {} }
    let shape = Effect<Int>.cancel(id: Countdown.TimerID.self).shape
    #expect("\(shape)" == "cancel(id: Countdown.TimerID)")
    #expect(Effect<Int>.cancel(id: Other.TimerID.self).shape != shape)
  }

  @available(*, deprecated)
  @Test("A store takes a reducer, or one with operators, as a value")
  func values() {
    let store = Store(initialState: Countdown.State(), reducer: Countdown())
    store.send(.tick)
    #expect(store.withState(\.left) == 2)
    let printing = Store(initialState: Countdown.State(), reducer: Countdown()._printChanges(nil)) {
      $0.mainQueue = .immediate
    }
    printing.send(.tick)
    #expect(printing.withState(\.left) == 2)
  }

  @available(*, deprecated)
  @Test("Work is canceled by the type that identifies it")
  func work() async throws {
    let task = Task {
      await #expect(throws: CancellationError.self) {
        try await withTaskCancellation(id: Countdown.TimerID.self) { try await Task.never() }
      }
    }
    await Task.megaYield()
    Task.cancel(id: Countdown.QueryID.self)
    Task.cancel(id: Countdown.TimerID.self)
    await task.value
  }
}
