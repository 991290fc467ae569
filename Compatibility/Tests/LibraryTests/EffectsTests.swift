import ComposableArchitecture
import XCTest

/// Tests the guarantees of the published documentation of effects.
@MainActor
final class EffectsTests: XCTestCase {
  func testMergedEffectsRunConcurrently() async {
    let clock = TestClock()
    let store = TestStore(initialState: [Int]()) {
      Reduce<[Int], Int> { state, action in
        guard action == 0 else {
          state.append(action)
          return .none
        }
        return .merge(
          (1...3).map { number in
            .run { send in
              try await clock.sleep(for: .seconds(4 - number))
              await send(number)
            }
          })
      }
    }
    await store.send(0)
    await clock.advance(by: .seconds(1))
    await store.receive(3) { $0 = [3] }
    await clock.advance(by: .seconds(1))
    await store.receive(2) { $0 = [3, 2] }
    await clock.advance(by: .seconds(1))
    await store.receive(1) { $0 = [3, 2, 1] }
  }

  func testConcatenatedEffectsRunInOrder() async {
    let clock = TestClock()
    let store = TestStore(initialState: [Int]()) {
      Reduce<[Int], Int> { state, action in
        guard action == 0 else {
          state.append(action)
          return .none
        }
        return .concatenate(
          .run { send in
            try await clock.sleep(for: .seconds(2))
            await send(1)
          },
          .send(2),
          .run { send in
            try await clock.sleep(for: .seconds(1))
            await send(3)
          }
        )
      }
    }
    await store.send(0)
    await clock.advance(by: .seconds(1))
    await clock.advance(by: .seconds(1))
    await store.receive(1) { $0 = [1] }
    await store.receive(2) { $0 = [1, 2] }
    await clock.advance(by: .seconds(1))
    await store.receive(3) { $0 = [1, 2, 3] }
  }

  func testChildEffectsAreMappedIntoTheParent() async {
    enum Parent: Equatable {
      case child(Int)
      case start
    }
    let store = TestStore(initialState: 0) {
      Reduce<Int, Parent> { state, action in
        switch action {
        case let .child(number):
          state = number
          return .none
        case .start:
          return Effect<Int>.run { send in
            await send(7)
          }
          .map(Parent.child)
        }
      }
    }
    await store.send(.start)
    await store.receive(.child(7)) { $0 = 7 }
  }

  func testCaughtErrorBecomesAnAction() async {
    struct Failure: Error {}
    enum Action: Equatable {
      case start
      case failed(String)
    }
    let store = TestStore(initialState: "") {
      Reduce<String, Action> { state, action in
        switch action {
        case .start:
          return .run { _ in
            throw Failure()
          } catch: { error, send in
            await send(.failed("\(type(of: error))"))
          }
        case let .failed(reason):
          state = reason
          return .none
        }
      }
    }
    await store.send(.start)
    await store.receive(.failed("Failure")) { $0 = "Failure" }
  }

  func testCancellationIsNotReportedAsAnError() async {
    enum Action: Equatable {
      case start
      case stop
    }
    enum CancelID { case work }
    let store = TestStore(initialState: 0) {
      Reduce<Int, Action> { _, action in
        switch action {
        case .start:
          return .run { _ in
            try await Task.never()
          } catch: { _, _ in
            XCTFail("Cancellation must not be handed to the handler of errors")
          }
          .cancellable(id: CancelID.work)
        case .stop:
          return .cancel(id: CancelID.work)
        }
      }
    }
    await store.send(.start)
    await store.send(.stop)
    await store.finish()
  }

  func testSecondEffectCancelsTheFirstWithTheSameID() async {
    let clock = TestClock()
    enum CancelID { case search }
    enum Action: Equatable {
      case changed(String)
      case response(String)
    }
    let store = TestStore(initialState: "") {
      Reduce<String, Action> { state, action in
        switch action {
        case let .changed(query):
          return .run { send in
            try await clock.sleep(for: .seconds(1))
            await send(.response(query))
          }
          .cancellable(id: CancelID.search, cancelInFlight: true)
        case let .response(text):
          state = text
          return .none
        }
      }
    }
    await store.send(.changed("a"))
    await clock.advance(by: .milliseconds(500))
    await store.send(.changed("ab"))
    await clock.advance(by: .milliseconds(500))
    await clock.advance(by: .milliseconds(500))
    await store.receive(.response("ab")) { $0 = "ab" }
  }

  func testEqualIDsOfDifferentTypesAreDifferent() async {
    struct A: Hashable {}
    struct B: Hashable {}
    let clock = TestClock()
    enum Action: Equatable {
      case start
      case cancelA
      case done(String)
    }
    let store = TestStore(initialState: "") {
      Reduce<String, Action> { state, action in
        switch action {
        case .start:
          return .merge(
            .run { send in
              try await clock.sleep(for: .seconds(1))
              await send(.done("a"))
            }
            .cancellable(id: A()),
            .run { send in
              try await clock.sleep(for: .seconds(1))
              await send(.done("b"))
            }
            .cancellable(id: B())
          )
        case .cancelA:
          return .cancel(id: A())
        case let .done(name):
          state = name
          return .none
        }
      }
    }
    await store.send(.start)
    await store.send(.cancelA)
    await clock.advance(by: .seconds(1))
    await store.receive(.done("b")) { $0 = "b" }
  }

  func testWorkInsideAnEffectIsCancelledByItsID() async {
    enum CancelID { case inner }
    enum Action: Equatable {
      case start
      case stop
      case ended(Bool)
    }
    let store = TestStore(initialState: nil as Bool?) {
      Reduce<Bool?, Action> { state, action in
        switch action {
        case .start:
          return .run { send in
            do {
              try await withTaskCancellation(id: CancelID.inner) {
                try await Task.never()
              }
              await send(.ended(false))
            } catch {
              await send(.ended(error is CancellationError))
            }
          }
        case .stop:
          return .cancel(id: CancelID.inner)
        case let .ended(wasCancelled):
          state = wasCancelled
          return .none
        }
      }
    }
    await store.send(.start)
    await store.send(.stop)
    await store.receive(.ended(true)) { $0 = true }
  }

  func testDebounceSendsTheLastAction() async {
    let clock = TestClock()
    enum CancelID { case debounce }
    enum Action: Equatable {
      case typed(String)
      case search(String)
    }
    let store = TestStore(initialState: "") {
      Reduce<String, Action> { state, action in
        switch action {
        case let .typed(text):
          return .send(.search(text))
            .debounce(id: CancelID.debounce, for: .milliseconds(300), clock: clock)
        case let .search(text):
          state = text
          return .none
        }
      }
    }
    await store.send(.typed("s"))
    await clock.advance(by: .milliseconds(200))
    await store.send(.typed("sw"))
    await clock.advance(by: .milliseconds(200))
    await store.send(.typed("swi"))
    await clock.advance(by: .milliseconds(300))
    await store.receive(.search("swi")) { $0 = "swi" }
  }

  func testEffectUsesTheDependenciesOfTheStore() async {
    enum Action: Equatable {
      case start
      case response(Date)
    }
    struct Feature: Reducer {
      typealias State = Date?
      @Dependency(\.date.now) var now

      func reduce(into state: inout Date?, action: Action) -> Effect<Action> {
        switch action {
        case .start:
          return .run { send in await send(.response(now)) }
        case let .response(date):
          state = date
          return .none
        }
      }
    }
    let store = TestStore(initialState: nil) {
      Feature()
    } withDependencies: {
      $0.date.now = Date(timeIntervalSince1970: 1_234_567_890)
    }
    await store.send(.start)
    await store.receive(.response(Date(timeIntervalSince1970: 1_234_567_890))) {
      $0 = Date(timeIntervalSince1970: 1_234_567_890)
    }
  }

  func testTaskOfAnActionEndsWithItsEffects() async {
    let clock = TestClock()
    enum Action: Equatable {
      case task
      case tick
    }
    let store = TestStore(initialState: 0) {
      Reduce<Int, Action> { state, action in
        switch action {
        case .task:
          return .run { send in
            for await _ in clock.timer(interval: .seconds(1)) {
              await send(.tick)
            }
          }
        case .tick:
          state += 1
          return .none
        }
      }
    }
    let task = await store.send(.task)
    await clock.advance(by: .seconds(2))
    await store.receive(.tick) { $0 = 1 }
    await store.receive(.tick) { $0 = 2 }
    await task.cancel()
    await clock.advance(by: .seconds(2))
  }
}
