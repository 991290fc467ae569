import ComposableArchitecture
import Foundation
import Testing

/// A feature that reports a position at most once a second.
@Reducer
struct Tracker {
  struct State: Equatable { var told: [Int] = [] }

  enum Action: Equatable, Sendable {
    case moved(Int)
    case movedFirst(Int)
    case movedOnClock(Int)
    case told(Int)
  }

  enum CancelID { case latest, first, clock }

  @Dependency(\.continuousClock) var clock
  @Dependency(\.mainQueue) var mainQueue

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .moved(let position):
        return .send(.told(position))
          .throttle(id: CancelID.latest, for: .seconds(1), scheduler: mainQueue, latest: true)
      case .movedFirst(let position):
        return .run { send in await send(.told(position)) }
          .throttle(id: CancelID.first, for: 1, scheduler: mainQueue, latest: false)
      case .movedOnClock(let position):
        return .send(.told(position))
          .throttle(id: CancelID.clock, for: .seconds(1), clock: clock, latest: true)
      case .told(let position):
        state.told.append(position)
        return .none
      }
    }
  }
}

@MainActor
struct ThrottleTests {
  let queue = DispatchQueue.test

  private func store() -> TestStoreOf<Tracker> {
    TestStore(initialState: Tracker.State()) {
      Tracker()
    } withDependencies: {
      $0.mainQueue = queue.eraseToAnyScheduler()
    }
  }

  @Test("throttle sends the first value at once, and the latest when an interval ends")
  func latest() async {
    let store = store()
    await store.send(.moved(1))
    await store.receive(.told(1)) { $0.told = [1] }
    await store.send(.moved(2))
    await queue.advance(by: 0.25)
    await store.send(.moved(3))
    await queue.advance(by: .milliseconds(500))
    await store.send(.moved(4))
    await queue.advance(by: 0.25)
    await store.receive(.told(4)) { $0.told = [1, 4] }
    await queue.advance(by: .seconds(1))
    await store.send(.moved(5))
    await store.receive(.told(5)) { $0.told = [1, 4, 5] }
  }

  @Test("Without latest, throttle sends the first value when an interval ends")
  func first() async {
    let store = store()
    await store.send(.movedFirst(1))
    await store.receive(.told(1)) { $0.told = [1] }
    await store.send(.movedFirst(2))
    await queue.advance(by: 0.5)
    await store.send(.movedFirst(3))
    await queue.advance(by: 0.5)
    await store.receive(.told(2)) { $0.told = [1, 2] }
  }

  @Test("throttle can measure its interval on a clock")
  func clock() async {
    let clock = TestClock()
    let store = TestStore(initialState: Tracker.State()) {
      Tracker()
    } withDependencies: {
      $0.continuousClock = clock
    }
    await store.send(.movedOnClock(1))
    await store.receive(.told(1)) { $0.told = [1] }
    await store.send(.movedOnClock(2))
    await store.send(.movedOnClock(3))
    await clock.advance(by: .milliseconds(999))
    await clock.advance(by: .milliseconds(1))
    await store.receive(.told(3)) { $0.told = [1, 3] }
  }
}
