#if EarlierTypes
  import ComposableArchitecture
  import XCTest

  // Tests without `async`, as they were written before 0.39.

  struct Kettle: Equatable {
    var isOn = false
    var seconds = 0
    var note: String?
  }

  enum KettleAction: Equatable {
    case switched(Bool)
    case ticked
    case boiled
    case asked
    case answered(Result<String, Lost>)
  }

  struct KettleEnvironment {
    var ask: (Int) -> Effect<String, Lost>
    var queue: AnySchedulerOf<DispatchQueue>
  }

  let kettleReducer = Reducer<Kettle, KettleAction, KettleEnvironment> { state, action, env in
    struct TimerID: Hashable {}
    struct BoilID: Hashable {}
    switch action {
    case .switched(true):
      state.isOn = true
      return .merge(
        Effect.timer(id: TimerID(), every: 1, on: env.queue).map { _ in .ticked },
        Effect(value: .boiled).debounce(id: BoilID(), for: 3.5, scheduler: env.queue))
    case .switched(false), .boiled:
      state.isOn = false
      return .merge(.cancel(id: TimerID()), .cancel(id: BoilID()))
    case .ticked:
      state.seconds += 1
      return .none
    case .asked:
      return env.ask(state.seconds).receive(on: env.queue).catchToEffect(KettleAction.answered)
    case .answered(.success(let note)):
      state.note = note
      return .none
    case .answered(.failure(let error)):
      state.note = "\(error.weight)"
      return .none
    }
  }

  class SynchronousStoreTests: XCTestCase {
    let queue = DispatchQueue.testScheduler

    func makeStore(
      ask: @escaping (Int) -> Effect<String, Lost> = { _ in .failing("Kettle.ask") }
    ) -> TestStore<Kettle, KettleAction, KettleEnvironment> {
      TestStore(
        initialState: Kettle(), reducer: kettleReducer,
        environment: KettleEnvironment(ask: ask, queue: queue.eraseToAnyScheduler()))
    }

    func testTimeIsAdvancedBetweenAssertions() {
      let store = makeStore()
      store.send(.switched(true)) { $0.isOn = true }
      queue.advance(by: 2)
      store.receive(.ticked) { $0.seconds = 1 }
      store.receive(.ticked) { $0.seconds = 2 }
      queue.advance(by: .milliseconds(1500))
      store.receive(.ticked) { $0.seconds = 3 }
      store.receive(/KettleAction.boiled) { $0.isOn = false }
      queue.advance(by: 10)
    }

    func testScripts() {
      let store = makeStore(ask: { Effect(value: "\($0) s") })
      let asked: [TestStore<Kettle, KettleAction, KettleEnvironment>.Step] = [
        .send(.asked),
        .do { self.queue.advance() },
      ]
      store.assert(
        .send(.switched(true)) { $0.isOn = true },
        .do { self.queue.advance(by: 1) },
        .receive(.ticked) { $0.seconds = 1 },
        .sequence(asked),
        .receive(.answered(.success("1 s"))) { $0.note = "1 s" },
        .send(.switched(false)) { $0.isOn = false },
        .do { self.queue.run() }
      )
    }

    func testEnvironmentsChange() {
      let store = makeStore()
      store.environment.queue = .immediate
      for weight in [1, 2] {
        store.environment.ask = { _ in Effect(error: Lost(weight: weight)) }
        store.send(.asked)
        store.receive(.answered(.failure(Lost(weight: weight)))) { $0.note = "\(weight)" }
      }
    }

    func testFailuresAreAtTheLineOfTheCall() {
      let store = makeStore()
      let lines = LockIsolated<[UInt]>([])
      let line: UInt = #line
      withIssueReporters([LineReporter(lines: lines)]) {
        store.receive(.boiled)
        store.send(.switched(true))
        store.assert(.send(.switched(false)), .do { throw Lost() })
      }
      XCTAssertEqual(lines.value, [line + 2, line + 3, line + 4, line + 4])
    }

    func testAStepWithinATaskFails() async {
      let store = makeStore()
      let lines = LockIsolated<[UInt]>([])
      await MainActor.run {
        withIssueReporters([LineReporter(lines: lines)]) { store.send(.ticked) }
      }
      XCTAssertEqual(lines.value.count, 1)
    }

    @MainActor
    func testAwaitedStepsOfTheSameStore() async {
      let store = makeStore()
      await store.send(.switched(true)) { $0.isOn = true }
      await queue.advance(by: 1)
      await store.receive(.ticked) { $0.seconds = 1 }
      await store.assert(.send(.switched(false)) { $0.isOn = false }, .do {})
    }
  }

  private struct LineReporter: IssueReporter {
    let lines: LockIsolated<[UInt]>

    func reportIssue(
      _ message: @autoclosure () -> String?, fileID: StaticString, filePath: StaticString,
      line: UInt, column: UInt
    ) {
      lines.withValue { $0.append(line) }
    }
  }
#endif
