import ComposableArchitecture
import Foundation
import Testing

@DependencyClient
struct TriviaClient: Sendable {
  var fetch: @Sendable (_ number: Int) async throws -> String
}

extension TriviaClient: TestDependencyKey {
  static let testValue = Self()
}

extension DependencyValues {
  var trivia: TriviaClient {
    get { self[TriviaClient.self] }
    set { self[TriviaClient.self] = newValue }
  }
}

/// A number with facts about it, and a request that can be canceled.
@Reducer
private struct EffectsCancellation {
  @ObservableState
  struct State: Equatable {
    var count = 0
    var currentFact: String?
    var isFactRequestInFlight = false
    var isNumberNegative = false
  }

  enum Action {
    case cancelButtonTapped
    case decrementButtonTapped
    case decrementDelayResponse
    case factButtonTapped
    case factResponse(Result<String, any Error>)
    case stepperChanged(Int)
  }

  private enum CancelID { case factRequest, delay }

  @Dependency(\.trivia) var trivia
  @Dependency(\.continuousClock) var clock

  var body: some Reducer<State, Action> {
    Reduce { state, action in
      switch action {
      case .cancelButtonTapped:
        state.isFactRequestInFlight = false
        return .cancel(id: CancelID.factRequest)
      case .decrementButtonTapped:
        state.count -= 1
        return state.count >= 0
          ? .none
          : .run { send in
            try await clock.sleep(for: .seconds(1))
            await send(.decrementDelayResponse)
          }
          .cancellable(id: CancelID.delay)
      case .decrementDelayResponse:
        if state.count < 0 { state.count += 1 }
        return .none
      case .factButtonTapped:
        state.currentFact = nil
        state.isFactRequestInFlight = true
        return .run { [count = state.count] send in
          await send(.factResponse(Result { try await trivia.fetch(count) }))
        }
        .cancellable(id: CancelID.factRequest)
      case .factResponse(.success(let fact)):
        state.isFactRequestInFlight = false
        state.currentFact = fact
        return .none
      case .factResponse(.failure):
        state.isFactRequestInFlight = false
        return .none
      case .stepperChanged(let value):
        state.count = value
        state.currentFact = nil
        state.isFactRequestInFlight = false
        return .merge(.cancel(id: CancelID.factRequest), .cancel(id: CancelID.delay))
      }
    }
  }
}

/// A timer that can be started and stopped.
@Reducer
private struct Timers {
  @ObservableState
  struct State: Equatable {
    var isTimerActive = false
    var secondsElapsed = 0
  }

  enum Action {
    case onDisappear
    case timerTicked
    case toggleTimerButtonTapped
  }

  @Dependency(\.continuousClock) var clock
  private enum CancelID { case timer }

  var body: some Reducer<State, Action> {
    Reduce { state, action in
      switch action {
      case .onDisappear:
        return .cancel(id: CancelID.timer)
      case .timerTicked:
        state.secondsElapsed += 1
        return .none
      case .toggleTimerButtonTapped:
        state.isTimerActive.toggle()
        return .run { [isTimerActive = state.isTimerActive] send in
          guard isTimerActive else { return }
          for await _ in self.clock.timer(interval: .seconds(1)) {
            await send(.timerTicked, animation: .interpolatingSpring(stiffness: 3000, damping: 40))
          }
        }
        .cancellable(id: CancelID.timer, cancelInFlight: true)
      }
    }
  }
}

/// A counter of the screenshots that are taken while the screen is visible.
@Reducer
private struct LongLivingEffects {
  @ObservableState
  struct State: Equatable {
    var screenshotCount = 0
  }

  enum Action {
    case task
    case userDidTakeScreenshotNotification
  }

  @Dependency(\.screenshots) var screenshots

  var body: some Reducer<State, Action> {
    Reduce { state, action in
      switch action {
      case .task:
        return .run { send in
          for await _ in await self.screenshots() {
            await send(.userDidTakeScreenshotNotification)
          }
        }
      case .userDidTakeScreenshotNotification:
        state.screenshotCount += 1
        return .none
      }
    }
  }
}

extension DependencyValues {
  var screenshots: @Sendable () async -> AsyncStream<Void> {
    get { self[ScreenshotsKey.self] }
    set { self[ScreenshotsKey.self] = newValue }
  }
}

private enum ScreenshotsKey: DependencyKey {
  static let liveValue: @Sendable () async -> AsyncStream<Void> = { .never }
  static let testValue: @Sendable () async -> AsyncStream<Void> = unimplemented(
    "screenshots", placeholder: .finished)
}

/// A list with pull-to-refresh, whose refresh is a task.
@Reducer(.recordable)
struct Refreshable {
  @ObservableState
  struct State: Equatable {
    var count = 0
    var fact: String?
  }

  enum Action {
    case cancelButtonTapped
    case factResponse(Result<String, any Error>)
    case incrementButtonTapped
    case refresh
  }

  @Dependency(\.trivia) var trivia
  private enum CancelID { case factRequest }

  var body: some Reducer<State, Action> {
    Reduce { state, action in
      switch action {
      case .cancelButtonTapped:
        return .cancel(id: CancelID.factRequest)
      case .factResponse(let result):
        state.fact = try? result.get()
        return .none
      case .incrementButtonTapped:
        state.count += 1
        return .none
      case .refresh:
        state.fact = nil
        return .run { [count = state.count] send in
          await send(
            .factResponse(Result { try await self.trivia.fetch(count) }), animation: .default)
        }
        .cancellable(id: CancelID.factRequest)
      }
    }
  }
}

@MainActor
struct EffectsCaseStudyTests {
  @Test func factIsFetched() async {
    let store = TestStore(initialState: EffectsCancellation.State()) {
      EffectsCancellation()
    } withDependencies: {
      $0.trivia.fetch = { "\($0) is a good number Brent" }
    }
    await store.send(.stepperChanged(1)) { $0.count = 1 }
    await store.send(.stepperChanged(0)) { $0.count = 0 }
    await store.send(.factButtonTapped) { $0.isFactRequestInFlight = true }
    await store.receive(\.factResponse.success, "0 is a good number Brent") {
      $0.currentFact = "0 is a good number Brent"
      $0.isFactRequestInFlight = false
    }
  }

  @Test func factFails() async {
    struct FactError: Error {}
    let store = TestStore(initialState: EffectsCancellation.State()) {
      EffectsCancellation()
    } withDependencies: {
      $0.trivia.fetch = { _ in throw FactError() }
    }
    await store.send(.factButtonTapped) { $0.isFactRequestInFlight = true }
    await store.receive(\.factResponse.failure) { $0.isFactRequestInFlight = false }
  }

  @Test func factIsCancelled() async {
    let store = TestStore(initialState: EffectsCancellation.State()) {
      EffectsCancellation()
    } withDependencies: {
      $0.trivia.fetch = { _ in try await Task.never() }
    }
    await store.send(.factButtonTapped) { $0.isFactRequestInFlight = true }
    await store.send(.cancelButtonTapped) { $0.isFactRequestInFlight = false }
    await store.send(.factButtonTapped) { $0.isFactRequestInFlight = true }
    await store.send(.stepperChanged(5)) {
      $0.count = 5
      $0.isFactRequestInFlight = false
    }
  }

  @Test func negativeNumbersComeBack() async {
    let store = TestStore(initialState: EffectsCancellation.State()) {
      EffectsCancellation()
    } withDependencies: {
      $0.continuousClock = ImmediateClock()
    }
    await store.send(.decrementButtonTapped) { $0.count = -1 }
    await store.receive(\.decrementDelayResponse) { $0.count = 0 }
  }

  @Test func timerTicks() async {
    let clock = TestClock()
    let store = TestStore(initialState: Timers.State()) {
      Timers()
    } withDependencies: {
      $0.continuousClock = clock
    }
    await store.send(.toggleTimerButtonTapped) { $0.isTimerActive = true }
    await clock.advance(by: .seconds(1))
    await store.receive(\.timerTicked) { $0.secondsElapsed = 1 }
    await clock.advance(by: .seconds(2))
    await store.receive(\.timerTicked) { $0.secondsElapsed = 2 }
    await store.receive(\.timerTicked) { $0.secondsElapsed = 3 }
    await store.send(.toggleTimerButtonTapped) { $0.isTimerActive = false }
    await store.send(.toggleTimerButtonTapped) { $0.isTimerActive = true }
    await store.send(.onDisappear)
  }

  @Test func screenshotsAreCountedUntilTheTaskIsCancelled() async {
    let (screenshots, takeScreenshot) = AsyncStream<Void>.makeStream()
    let store = TestStore(initialState: LongLivingEffects.State()) {
      LongLivingEffects()
    } withDependencies: {
      $0.screenshots = { screenshots }
    }
    let task = await store.send(.task)
    takeScreenshot.yield()
    await store.receive(\.userDidTakeScreenshotNotification) { $0.screenshotCount = 1 }
    await task.cancel()
    takeScreenshot.yield()
  }

  @Test func refreshEnds() async {
    let store = TestStore(initialState: Refreshable.State()) {
      Refreshable()
    } withDependencies: {
      $0.trivia.fetch = { "\($0) is a good number." }
      $0.continuousClock = ImmediateClock()
    }
    await store.send(.incrementButtonTapped) { $0.count = 1 }
    await store.send(.refresh)
    await store.receive(\.factResponse.success) { $0.fact = "1 is a good number." }
  }

  @Test func refreshFails() async {
    struct FactError: Equatable, Error {}
    let store = TestStore(initialState: Refreshable.State()) {
      Refreshable()
    } withDependencies: {
      $0.trivia.fetch = { _ in throw FactError() }
    }
    await store.send(.refresh)
    await store.receive(\.factResponse.failure)
  }

  @Test func refreshIsCancelled() async {
    let store = TestStore(initialState: Refreshable.State()) {
      Refreshable()
    } withDependencies: {
      $0.trivia.fetch = { _ in try await Task.never() }
    }
    await store.send(.refresh)
    await store.send(.cancelButtonTapped)
  }
}
