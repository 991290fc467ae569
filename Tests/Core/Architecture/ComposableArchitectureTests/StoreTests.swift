import ComposableArchitecture
import DependencyInjection
import Foundation
import Platform
import Testing

@MainActor
struct StoreTests {
  @Test("An action has been reduced when send returns")
  func sendIsSynchronous() {
    let store = Store(initialState: Ticker.State()) { Ticker() }
    store.send(.increment)
    #expect(store.state.count == 1)
    #expect(store.withState(\.count) == 1)
  }

  @Test("Actions that effects send immediately are reduced in order before send returns")
  func sentEffects() {
    let store = Store(initialState: Ticker.State()) { Ticker() }
    store.send(.sendTwice)
    #expect(store.state.log == ["sendTwice", "first", "second"])
  }

  @Test("An action that is sent while a previous one is reduced waits for its turn")
  func reentrancy() {
    final class Resender: StepObserver {
      weak var store: Store<Ticker.State, Ticker.Action>?
      var tasks: [StoreTask] = []

      func didReduce(
        _ action: Ticker.Action, number: UInt64, origin: StepOrigin,
        effect: Effect<Ticker.Action>, state: UnsafePointer<Ticker.State>
      ) {
        guard action == .sendTwice, let store else { return }
        tasks.append(store.send(.note("from outside")))
        #expect(store.state.log == ["sendTwice"])
      }
    }
    let resender = Resender()
    let store = Store(
      initialState: Ticker.State(), reducer: { Ticker() }, observer: resender)
    resender.store = store
    store.send(.sendTwice)
    #expect(store.state.log == ["sendTwice", "from outside", "first", "second"])
    #expect(resender.tasks.count == 1)
  }

  @Test(
    "An observer receives the initial state, and can count steps of its own between steps")
  func numbersOfSteps() {
    final class Counter: StepObserver {
      var first: Ticker.State?
      var numbers: [UInt64] = []

      func storeDidBegin(with state: UnsafePointer<Ticker.State>) { first = state.pointee }

      func numberOfStep(after last: UInt64) -> UInt64 { last + (last == 1 ? 3 : 1) }

      func willReduce(
        _ action: Ticker.Action, number: UInt64, origin: StepOrigin,
        state: UnsafePointer<Ticker.State>
      ) {
        numbers.append(number)
        if case .received(let step) = origin { numbers.append(step) }
      }
    }
    let counter = Counter()
    let store = Store(initialState: Ticker.State(), reducer: { Ticker() }, observer: counter)
    #expect(counter.first == Ticker.State())
    store.send(.increment)
    store.send(.sendTwice)
    #expect(counter.numbers == [1, 4, 5, 4, 6, 4])
  }

  @Test("An action that a reducer sends to its own store is reduced next, with a warning")
  func sentByReducer() async {
    final class Box {
      var store: Store<[String], String>?
    }
    let box = Box()
    let texts = await issues {
      box.store = Store(initialState: []) {
        Reduce<[String], String> { state, action in
          state.append(action)
          if action == "outer" { MainActor.assumeIsolated { _ = box.store?.send("inner") } }
          return .none
        }
      }
      box.store?.send("outer")
      #expect(box.store?.state == ["outer", "inner"])
    }
    #expect(texts.map { $0.contains("sent to a store while its reducer") } == [true])
  }

  @Test("The task that send returns finishes after all effects and the effects of their actions")
  func finish() async {
    let gate = Gate()
    let store = Store(initialState: Ticker.State()) { Ticker(gate: gate) }
    let task = store.send(.start)
    await gate.waitForArrival()
    #expect(store.effectCount == 1)
    gate.open()
    await task.finish()
    #expect(store.state.log == ["opened"])
    #expect(store.effectCount == 0)
  }

  @Test("The task that send returns can cancel its effects")
  func cancelTask() async {
    let gate = Gate()
    let store = Store(initialState: Ticker.State()) { Ticker(gate: gate) }
    let task = store.send(.start)
    await gate.waitForArrival()
    task.cancel()
    #expect(task.isCancelled)
    await task.finish()
    #expect(gate.cancellations == 1)
    #expect(store.state.log == [])
  }

  @Test("Tasks are equal if they have the effects of the same action, or no effects")
  func taskEquality() async {
    let store = Store(initialState: Ticker.State()) { Ticker(gate: Gate()) }
    let (one, other) = (store.send(.start), store.send(.start))
    #expect(one == one)
    #expect(one != other)
    #expect(Set([one, other, one]).count == 2)
    let (none, nothing) = (store.send(.note("a")), store.send(.note("b")))
    #expect(none == nothing)
    #expect(none != one)
    one.cancel()
    other.cancel()
    await one.finish()
    await other.finish()
  }

  @Test("Effects are canceled when the store is deallocated, and don't retain it")
  func deinitCancels() async {
    let gate = Gate()
    var store: Store? = Store(initialState: Ticker.State()) { Ticker(gate: gate) }
    weak let remembered = store
    let task = store?.send(.start)
    await gate.waitForArrival()
    store = nil
    #expect(remembered == nil)
    await task?.finish()
    #expect(gate.cancellations == 1)
  }

  @Test("An observer receives every step with its origin, its changes and its effects")
  func observer() async {
    let gate = Gate()
    let steps = StepList<Ticker.State, Ticker.Action>()
    let store = Store(
      initialState: Ticker.State(), reducer: { Ticker(gate: gate) }, observer: steps)
    store.send(.increment)
    let task = store.send(.start)
    await gate.waitForArrival()
    gate.open()
    await task.finish()

    #expect(steps.steps.map(\.number) == [1, 2, 3])
    #expect(steps.steps.map(\.action) == [.increment, .start, .note("opened")])
    #expect(steps.steps.map(\.origin) == [.sent, .sent, .received(startedBy: 2)])
    #expect(steps.steps.map(\.before.count) == [0, 1, 1])
    #expect(steps.steps.map(\.after.count) == [1, 1, 1])
    let timer = EffectIdentity(
      "timer", type: "ComposableArchitectureTests.Ticker.CancelID")
    #expect(
      steps.steps.map(\.effect.shape) == [
        .none, .cancellable(.run, id: timer, cancelInFlight: false), .none,
      ])
    #expect(steps.endedEffects == [2])
  }

  @Test("A store's dependencies apply to its reducers and to their effects")
  func dependencies() async {
    struct Dated: Reducer {
      enum Action { case ask, answer(Date) }
      @Dependency(\.date) var date

      func reduce(into state: inout [Date], action: Action) -> Effect<Action> {
        switch action {
        case .ask:
          state.append(date.now)
          return .run { send in
            @Dependency(\.date) var date
            await send(.answer(date.now))
          }
        case .answer(let date):
          state.append(date)
          return .none
        }
      }
    }
    let date = Date(timeIntervalSince1970: 1_000)
    let store = Store(initialState: [Date]()) {
      Dated()
    } withDependencies: {
      $0.date = .constant(date)
    }
    await store.send(.ask).finish()
    #expect(store.state == [date, date])
  }

  @Test("Reducer bodies are built once, regardless of the number of actions")
  func bodiesAreBuiltOnce() {
    struct Counted: Reducer {
      let builds: Builds

      var body: some Reducer<Int, Int> {
        let _ = builds.count.withLock { $0 += 1 }
        Reduce { state, action in
          state += action
          return .none
        }
      }
    }
    final class Builds: Sendable {
      let count = Mutex(0)
    }
    let builds = Builds()
    let store = Store(initialState: 0) { CombineReducers { Counted(builds: builds) } }
    for _ in 0..<10 { store.send(1) }
    #expect(store.state == 10)
    #expect(builds.count.withLock { $0 } == 1)
  }

  @Test("Reading a store while its reducer changes the state is a precondition failure")
  func readWhileReducing() async {
    await #expect(processExitsWith: .failure) {
      await MainActor.run {
        final class Holder {
          weak var store: Store<Int, Int>?
        }
        let holder = Holder()
        let store = Store(initialState: 0) {
          Reduce<Int, Int> { state, action in
            MainActor.assumeIsolated { state = (holder.store?.state ?? 0) + action }
            return .none
          }
        }
        store.send(1)
        // Checks that the read fails, and not an earlier operation.
        guard store.state == 1 else { return }
        holder.store = store
        store.send(1)
      }
    }
  }
}
