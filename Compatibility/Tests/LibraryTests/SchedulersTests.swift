import ComposableArchitecture
import Foundation
import Testing

/// A feature that saves after a pause and reports its position at intervals, on any scheduler.
@Reducer
private struct Editor<S: Scheduler & Sendable> {
  struct State: Equatable {
    var saved: [String] = []
    var told: [Int] = []
  }

  enum Action: Equatable, Sendable {
    case typed(String)
    case save(String)
    case moved(Int)
    case told(Int)
  }

  enum CancelID { case saving, telling }

  let scheduler: S

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .typed(let text):
        return .send(.save(text))
          .debounce(id: CancelID.saving, for: .milliseconds(300), scheduler: scheduler)
      case .save(let text):
        state.saved.append(text)
        return .none
      case .moved(let position):
        return .send(.told(position))
          .throttle(id: CancelID.telling, for: .seconds(1), scheduler: scheduler, latest: true)
      case .told(let position):
        state.told.append(position)
        return .none
      }
    }
  }
}

@MainActor
struct SchedulersTests {
  @Test("A test scheduler drives effects without type erasure")
  func testScheduler() async {
    let scheduler = DispatchQueue.test
    let store = TestStore(initialState: Editor.State()) { Editor(scheduler: scheduler) }
    await store.send(.typed("a"))
    await scheduler.advance(by: .milliseconds(200))
    await store.send(.typed("ab"))
    await scheduler.advance(by: .milliseconds(300))
    await store.receive(.save("ab")) { $0.saved = ["ab"] }
    await store.send(.moved(1))
    await store.receive(.told(1)) { $0.told = [1] }
    await store.send(.moved(2))
    await scheduler.advance(by: 1)
    await store.receive(.told(2)) { $0.told = [1, 2] }
  }

  @Test("A test scheduler of a run loop can be type-erased for the dependency")
  func mainRunLoop() async throws {
    let scheduler: TestSchedulerOf<RunLoop> = RunLoop.test
    try await withDependencies {
      $0.mainRunLoop = scheduler.eraseToAnyScheduler()
    } operation: {
      @Dependency(\.mainRunLoop) var mainRunLoop
      let isAwake = LockIsolated(false)
      let task = Task { [mainRunLoop] in
        try await mainRunLoop.sleep(for: .seconds(2))
        isAwake.setValue(true)
      }
      await scheduler.advance(by: 1)
      #expect(!isAwake.value)
      await scheduler.advance(by: 1)
      try await task.value
      #expect(isAwake.value)
    }
  }

  @Test("An immediate scheduler does not wait")
  func immediate() async {
    let scheduler: ImmediateSchedulerOf<DispatchQueue> = DispatchQueue.immediate
    let store = TestStore(initialState: Editor.State()) { Editor(scheduler: scheduler) }
    await store.send(.typed("a"))
    await store.receive(.save("a")) { $0.saved = ["a"] }
    var ticks = RunLoop.immediate.timer(interval: 1).makeAsyncIterator()
    #expect(await ticks.next() != nil)
  }

  @Test("Queues and run loops are schedulers of real time")
  func realTime() async throws {
    try await DispatchQueue.main.sleep(for: .zero)
    try await UIScheduler.shared.sleep(for: .zero)
    let effects: [Effect<Int>] = [
      .send(1).debounce(id: 1, for: .zero, scheduler: DispatchQueue.main),
      .send(2).debounce(id: 2, for: .zero, scheduler: RunLoop.main),
      .send(3).debounce(id: 3, for: 0, scheduler: DispatchQueue(label: "queue")),
      .send(4).throttle(id: 4, for: 1, scheduler: UIScheduler.shared, latest: false),
    ]
    let store = Store(initialState: Set<Int>()) {
      Reduce<Set<Int>, Int> { state, action in
        if action == 0 { return .merge(effects) }
        state.insert(action)
        return .none
      }
    }
    await store.send(0).finish()
    #expect(store.withState { $0 } == [1, 2, 3, 4])
  }

  @Test(
    "Using an unimplemented scheduler fails the test",
    arguments: [DispatchQueue.unimplemented("The editor's queue"), .failing("The editor's queue")])
  func unimplementedScheduler(_ scheduler: AnySchedulerOf<DispatchQueue>) async {
    await withKnownIssue {
      try? await scheduler.sleep(for: 1)
    } matching: {
      $0.description.contains("The editor's queue.")
    }
  }

  @Test("Schedulers without time and without a use have earlier names")
  func earlierNames() async throws {
    try await DispatchQueue.immediateScheduler.eraseToAnyScheduler().sleep(for: 60)
    try await RunLoop.immediateScheduler.sleep(for: 60)
    await withKnownIssue {
      try? await AnySchedulerOf<RunLoop>.failing.sleep(for: 1)
    }
  }

  @Test(
    "A timer of a scheduler keeps its turn among what is due at one time; a clock's doesn't",
    arguments: [
      (isTimerFirst: true, isOnClock: false, due: [1, 1, 9, 1]),
      (isTimerFirst: false, isOnClock: false, due: [1, 9, 1, 1]),
      (isTimerFirst: true, isOnClock: true, due: [1, 9, 1, 1]),
      (isTimerFirst: false, isOnClock: true, due: [1, 9, 1, 1]),
    ])
  func timerOrder(isTimerFirst: Bool, isOnClock: Bool, due: [Int]) async {
    let scheduler = DispatchQueue.test
    let timer: Effect<Int> =
      isOnClock
      ? .run { send in
        for await _ in scheduler.clock.timer(interval: .seconds(1)) { await send(1) }
      }.cancellable(id: 1)
      : Effect.timer(id: 1, every: 1, on: scheduler).map { _ in 1 }
    let late = Effect.send(9).delay(for: 2, scheduler: scheduler)
    let store = TestStore(initialState: [Int]()) {
      Reduce<[Int], Int> { state, action in
        if action == 0 { return isTimerFirst ? .merge(timer, late) : .merge(late, timer) }
        state.append(action)
        return .none
      }
    }
    store.exhaustivity = .off
    await store.send(0)
    await scheduler.advance(by: 3)
    await store.skipReceivedActions()
    #expect(store.state == due)
    await store.skipInFlightEffects()
  }
}
