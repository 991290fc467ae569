import ComposableArchitecture
import SessionMinimizing
import SessionModel
import SessionRecording
import SessionReplay
import TestSupport

@DependencyClient
struct PriceClient: Sendable {
  var price: @Sendable (_ article: Int) async throws -> Int
}

extension PriceClient: TestDependencyKey {
  static var testValue: PriceClient { PriceClient() }
}

/// An app whose effect asks for two prices, one after the other. A second effect asks for the price
/// of article 0 if there are prices to clear.
@Reducer
struct Desk {
  @Recordable
  struct State: Equatable {
    var factor = 1
    var prices: [Int] = []
    var clearCount = 0
  }

  @Recordable
  enum Action: Equatable {
    case setFactor(Int)
    case ask(Int)
    case answered(Int)
    /// Asks for the price of article 9, and adds a surcharge.
    case askWithSurcharge(Int)
    case clear
  }

  enum Fault {
    /// The second call asks for the next article.
    case nextArticle
    /// Every third price is doubled.
    case doublesThird
  }

  var fault: Fault?
  @Dependency(PriceClient.self) var client

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .setFactor(let factor): state.factor = factor
      case .clear:
        state.clearCount += 1
        guard !state.prices.isEmpty else { return .none }
        state.prices = []
        return .run { _ in _ = try await client.price(0) }
      case .answered(let price):
        let isDoubled = fault == .doublesThird && state.prices.count == 2
        state.prices.append(isDoubled ? 2 * price : price)
      case .askWithSurcharge(let surcharge):
        return .run { [client] send in
          await send(.answered(try await client.price(9) + surcharge))
          await send(.setFactor(surcharge))
        }
      case .ask(let article):
        return .run { [client, fault, factor = state.factor] send in
          await send(.answered(try await client.price(article * factor)))
          let next = fault == .nextArticle && article == 7 ? article + 1 : article
          await send(.answered(try await client.price(-next)))
        }
      }
      return .none
    }
  }
}

extension Desk {
  static func app(_ fault: Fault? = nil) -> ReplayedApp<State, Action> {
    ReplayedApp(identity: AppIdentity(name: "Desk", version: "1", build: "test")) {
      Desk(fault: fault).assemble()
    }
  }

  /// Records actions of the user. Each action waits for the effects of the previous actions.
  @MainActor
  static func record(_ actions: [Action], at path: String) async throws {
    var options = SessionRecordingOptions(level: .effects)
    options.endpoints = .declared(by: { Desk().assemble() })
    let recorder = try SessionRecorder<State, Action>(
      path: path, app: app().identity, initialState: State(), options: options,
      milliseconds: { 0 }, onFailure: { _ in })
    let store = Store(
      initialState: State(), reducer: { Desk() },
      withDependencies: {
        $0[PriceClient.self].price = { 10 * $0 }
        recorder.install(in: &$0)
      }, observer: recorder)
    for action in actions { await store.send(action).finish() }
    _ = try recorder.finish()
  }

  /// Minimizes a log with its calls.
  static func minimize(
    _ path: String, to small: String, _ fault: Fault?, goal: MinimizerGoal? = nil
  ) async throws -> MinimizedSession {
    var minimizer = SessionMinimizer(SessionReplayer(app(fault)))
    minimizer.goal = goal
    return try await minimizer.minimizeWithCalls(path: path, to: small)
  }
}
