#if EarlierTypes
  import ComposableArchitecture
  import Foundation
  import XCTest

  // Effects as they were written before 0.40, with operators in the manner of Combine.

  struct Lost: Error, Equatable {
    var weight = 0
  }

  enum ParcelAction: Equatable {
    case sent
    case arrived(Int)
    case answered(Result<Int, Lost>)
    case failed(NSError)
    case ticked
    case returned
  }

  typealias Queue = AnySchedulerOf<DispatchQueue>

  /// An effect, and the actions that it has sent at once and after each second.
  struct Route {
    let name: String
    let actions: [[ParcelAction]]
    let effect: (Queue) -> Effect<ParcelAction, Never>
    let line: UInt

    init(
      _ name: String, _ actions: [[ParcelAction]], line: UInt = #line,
      _ effect: @escaping (Queue) -> Effect<ParcelAction, Never>
    ) {
      self.name = name
      self.actions = actions
      self.effect = effect
      self.line = line
    }
  }

  struct PostOffice {
    var queue: Queue
    var effect: (Queue) -> Effect<ParcelAction, Never>
  }

  let postReducer = Reducer<[ParcelAction], ParcelAction, PostOffice> { state, action, office in
    switch action {
    case .sent:
      return office.effect(office.queue)
    case .returned:
      return Effect.cancel(id: 1)
    default:
      state.append(action)
      return .none
    }
  }

  /// Clients of these years, whose endpoints return effects.
  func weight(_ number: Int) -> Effect<Int, Lost> {
    number > 0 ? Effect(value: number) : Effect(error: Lost(weight: number))
  }

  func called(_ number: Int) -> Effect<Int, Error> {
    .future { callback in
      guard number > 0 else { return callback(.failure(Lost(weight: number))) }
      callback(.success(number))
      callback(.success(number + 1))
    }
  }

  func failure(of result: Result<Int, NSError>) -> ParcelAction {
    guard case .failure(let error) = result else { return .ticked }
    return .failed(error)
  }

  extension Effect where Failure == Never {
    /// An operator of an app: values, each after a pause.
    static func paced<S: Scheduler>(
      _ values: [Output], by pause: S.SchedulerTimeType.Stride, on scheduler: S
    ) -> Self {
      .merge(
        values.enumerated().map { index, value in
          Just(value)
            .delay(for: .seconds(index * Int(pause.duration / .seconds(1))), scheduler: scheduler)
            .eraseToEffect()
        })
    }
  }

  func counted(_ numbers: [Int]) -> Effect<Int, Never> {
    .run { send in for number in numbers { await send(number) } }
  }

  let failures: [Route] = [
    Route("a value without a type", [[.ticked]]) { _ in Effect(value: .ticked) },
    Route("a value that becomes a result", [[.answered(.success(1))]]) { _ in
      weight(1).catchToEffect(ParcelAction.answered)
    },
    Route("an error that becomes a result", [[.answered(.failure(Lost()))]]) { _ in
      weight(0).catchToEffect().map(ParcelAction.answered)
    },
    Route("errors keep their values through map", [[.answered(.failure(Lost(weight: -2)))]]) { _ in
      weight(-2).map { $0 * 2 }.eraseToEffect().catchToEffect(ParcelAction.answered)
    },
    Route("an error without its type", [[.failed(NSError(domain: "post", code: 7))]]) { _ in
      weight(0).mapError { _ in NSError(domain: "post", code: 7) }
        .catchToEffect().map(failure(of:))
    },
    Route("a closure without types", [[.ticked]]) { _ in
      weight(0).catchToEffect { result in
        switch result {
        case .success(let weight): return .arrived(weight)
        case .failure: return .ticked
        }
      }
    },
    Route("an error transformed by its type", [[.answered(.failure(Lost(weight: 4)))]]) { _ in
      weight(-5).mapError { (error: Lost) in Lost(weight: error.weight + 9) }
        .catchToEffect(ParcelAction.answered)
    },
    Route("a value in place of an error", [[.arrived(9)]]) { _ in
      weight(0).replaceError(with: 9).eraseToEffect(ParcelAction.arrived)
    },
    Route("an effect that cannot fail", [[.answered(.success(3))]]) { _ in
      counted([3]).setFailureType(to: Lost.self).catchToEffect(ParcelAction.answered)
    },
    Route("the first call of a callback", [[.arrived(2)]]) { _ in
      called(2).catchToEffect { (result: Result<Int, Error>) in .arrived((try? result.get()) ?? 0) }
    },
    Route("a callback with an error", [[.answered(.failure(Lost(weight: -1)))]]) { _ in
      called(-1).catchToEffect(ParcelAction.answered)
    },
    Route("a result", [[.answered(.failure(Lost(weight: 3)))]]) { _ in
      Effect.result { Result<Int, Lost>.failure(Lost(weight: 3)) }
        .catchToEffect(ParcelAction.answered)
    },
    Route("a throwing closure", [[.answered(.failure(Lost(weight: 5)))]]) { _ in
      Effect<Int, Error>.catching { throw Lost(weight: 5) }.catchToEffect(ParcelAction.answered)
    },
    Route("a task that throws", [[.answered(.failure(Lost(weight: 6)))]]) { _ in
      Effect<Int, Error>.task { throw Lost(weight: 6) }
        .mapError { $0 as! Lost }
        .catchToEffect(ParcelAction.answered)
    },
    Route("errors are forgotten", [[]]) { _ in weight(0).fireAndForget() },
    Route("some of the values", [[.arrived(2), .arrived(4)]]) { _ in
      counted([1, 2, 3, 4]).filter { $0.isMultiple(of: 2) }.eraseToEffect(ParcelAction.arrived)
    },
    Route("values that are numbers", [[.arrived(7)]]) { _ in
      Effect.merge(Effect(value: "7"), Effect(value: "x"))
        .compactMap { Int($0) }.eraseToEffect(ParcelAction.arrived)
    },
  ]

  let delays: [Route] = [
    Route("a scheduler of a test is advanced by zero", [[], [.arrived(1)]]) { queue in
      weight(1).receive(on: queue).replaceError(with: 0).map(ParcelAction.arrived)
    },
    Route("a scheduler without time", [[.arrived(1)]]) { _ in
      weight(1).receive(on: DispatchQueue.immediate).replaceError(with: 0).map(ParcelAction.arrived)
    },
    Route("an error on a scheduler", [[], [.answered(.failure(Lost()))]]) { queue in
      weight(0).receive(on: queue).catchToEffect(ParcelAction.answered)
    },
    Route("a value after two seconds", [[], [], [.ticked]]) { queue in
      Effect(value: .ticked).delay(for: 2, scheduler: queue).eraseToEffect()
    },
    Route("an operator of an app", [[], [.ticked], [.ticked, .arrived(1)]]) { queue in
      .concatenate(
        Effect.cancel(id: 2),
        .paced([.ticked, .arrived(1)], by: .seconds(1), on: queue).deferred(
          for: 1, scheduler: queue))
    },
    Route("a single value", [[], [.arrived(3)]]) { queue in
      Just("3").delay(for: 1, scheduler: queue).eraseToEffect { .arrived(Int($0) ?? 0) }
    },
    Route("many values after a second", [[], [.arrived(1), .arrived(2)]]) { queue in
      counted([1, 2]).delay(for: .seconds(1), scheduler: queue.animation()).map(
        ParcelAction.arrived)
    },
    Route("an error after a second", [[], [.answered(.failure(Lost()))]]) { queue in
      Effect<Int, Lost>.task { throw Lost() }
        .delay(for: 1, scheduler: queue).catchToEffect(ParcelAction.answered)
    },
    Route("parts one after another", [[.arrived(1)], [.arrived(1), .arrived(2)]]) { queue in
      Effect.concatenate(
        Effect(value: .arrived(1)),
        Effect(value: .arrived(2)).delay(for: 1, scheduler: queue).eraseToEffect())
    },
    Route("a sequence is delayed once", [[], [.arrived(1), .arrived(2)]]) { queue in
      Effect.concatenate(Effect(value: .arrived(1)), counted([2]).map(ParcelAction.arrived))
        .delay(for: 1, scheduler: queue).eraseToEffect()
    },
    Route("parts side by side", [[.arrived(2)], [.arrived(2), .arrived(1)]]) { queue in
      Effect.merge(
        weight(1).delay(for: 1, scheduler: queue).replaceError(with: 0).map(ParcelAction.arrived),
        Effect(value: .arrived(2)))
    },
    Route("an effect that starts later", [[], [.arrived(5)]]) { queue in
      counted([5]).deferred(for: 1, scheduler: queue).map(ParcelAction.arrived)
    },
    Route("a timer", [[], [.ticked], [.ticked, .ticked]]) { queue in
      Effect.timer(id: 1, every: 1, on: queue).map { _ in .ticked }
    },
    Route("at most one value a second", [[.arrived(1)], [.arrived(1), .arrived(3)]]) { queue in
      counted([1, 2, 3]).throttle(for: 1, scheduler: queue, latest: true)
        .eraseToEffect(ParcelAction.arrived)
    },
    Route("the last of two within a second", [[], [.ticked]]) { queue in
      Effect(value: .ticked).debounce(id: 1, for: 1, scheduler: queue)
    },
  ]

  final class EffectOperatorsTests: XCTestCase {
    @MainActor
    func testActionsOfOperators() async {
      for route in failures + delays {
        let queue = DispatchQueue.test
        let store = TestStore(
          initialState: [], reducer: postReducer,
          environment: PostOffice(queue: queue.eraseToAnyScheduler(), effect: route.effect))
        store.exhaustivity = .off
        await store.send(.sent)
        for (second, actions) in route.actions.enumerated() {
          if second > 0 { await queue.advance(by: route.name.hasSuffix("zero") ? 0 : 1) }
          await store.skipReceivedActions(strict: false)
          XCTAssertEqual(store.state, actions, "\(route.name), \(second) s", line: route.line)
        }
        await store.send(.returned)
        await store.skipInFlightEffects(strict: false)
      }
    }

    /// A canceled effect sends nothing, wherever its identity is in the chain.
    @MainActor
    func testCanceledOperators() async {
      let effects: [(Queue) -> Effect<ParcelAction, Never>] = [
        { Effect(value: .ticked).delay(for: 1, scheduler: $0).eraseToEffect().cancellable(id: 1) },
        { Effect(value: .ticked).cancellable(id: 1).delay(for: 1, scheduler: $0).eraseToEffect() },
        { counted([1, 2]).receive(on: $0).map(ParcelAction.arrived).cancellable(id: 1) },
        { weight(0).receive(on: $0).catchToEffect(ParcelAction.answered).cancellable(id: 1) },
        { Effect.timer(id: 1, every: 1, on: $0).map { _ in .ticked } },
        { queue in
          Effect<Int, Error>.task {
            do { try await queue.sleep(for: 3) } catch { throw Lost() }
            return 1
          }
          .delay(for: 1000, scheduler: queue).catchToEffect(ParcelAction.answered)
          .cancellable(id: 1)
        },
        { _ in
          Effect.future { (_: (Result<ParcelAction, Error>) -> Void) in }
            .replaceError(with: .ticked).cancellable(id: 1)
        },
      ]
      for (number, effect) in effects.enumerated() {
        let queue = DispatchQueue.test
        let store = TestStore(
          initialState: [], reducer: postReducer,
          environment: PostOffice(queue: queue.eraseToAnyScheduler(), effect: effect))
        await store.send(.sent)
        await store.send(.returned)
        do {
          try await queue.clock.checkSuspension()
        } catch {
          XCTFail("effect \(number): \(error)")
        }
        await queue.advance(by: 5)
        XCTAssertEqual(store.state, [], "effect \(number)")
      }
    }

    @MainActor
    func testErrorsWithoutAnOperatorAreReported() async {
      let effects: [Effect<ParcelAction, Never>] = [
        weight(0).map(ParcelAction.arrived),
        called(0).map(ParcelAction.arrived),
        called(0).mapError { _ in Lost() }.filter { $0 > 0 }.map(ParcelAction.arrived),
        weight(0).delay(for: 1, scheduler: DispatchQueue.immediate).map(ParcelAction.arrived),
        weight(0).catchToEffect { (_: Result<Int, URLError>) in .ticked },
        weight(0).receive(on: DispatchQueue.immediate)
          .catchToEffect { (_: Result<Int, URLError>) in .ticked },
        weight(0).throttle(for: 1, scheduler: DispatchQueue.immediate, latest: true)
          .map(ParcelAction.arrived),
        .failing("Parcel.send"),
        Effect.unimplemented("Parcel.send"),
      ]
      for (number, effect) in effects.enumerated() {
        let store = Store(
          initialState: [], reducer: postReducer,
          environment: PostOffice(queue: .immediate, effect: { _ in effect }))
        let issues = LockIsolated(0)
        await withIssueReporters([CountingReporter(issues: issues)]) {
          await store.send(.sent).finish()
        }
        XCTAssertEqual(issues.value, 1, "effect \(number)")
      }
    }
  }

  private struct CountingReporter: IssueReporter {
    let issues: LockIsolated<Int>

    func reportIssue(
      _ message: @autoclosure () -> String?, fileID: StaticString, filePath: StaticString,
      line: UInt, column: UInt
    ) {
      issues.withValue { $0 += 1 }
    }
  }
#endif
