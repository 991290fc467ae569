import ComposableArchitecture

/// A feature that performs drawn effects.
@Reducer
struct DrawnFeature: Sendable {
  @Recordable
  struct State: Equatable, Sendable {
    var numbers: [Int] = []
    var failures = 0
    var ticks = 0
  }

  @Recordable
  enum Action: Equatable, Sendable {
    /// Draws an effect from a seed, and runs it.
    case draw(Int)
    /// Runs an effect. The log has the effect in the action.
    case run(DrawnEffect)
    /// Cancels all work with an identity.
    case stop(Int)
    case tick
    case got(Int)
    case failed
  }

  @Dependency(DrawnClient.self) var client
  @Dependency(\.continuousClock) var clock

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .draw(let seed): return .send(.run(DrawnEffect(seed: seed)))
      case .run(let effect): return run(effect)
      case .stop(let id): return .cancel(id: id)
      case .tick: state.ticks += 1
      case .got(let number): state.numbers = state.numbers.suffix(20) + [number]
      case .failed: state.failures += 1
      }
      return .none
    }
  }

  private func run(_ effect: DrawnEffect) -> Effect<Action> {
    let running = Effect<Action>.run { [client, clock] send in
      try await Interpreter(client: client, clock: clock, send: send).perform(effect.work)
    } catch: { _, send in
      await send(.failed)
    }
    return effect.id.map {
      running.cancellable(id: $0, cancelInFlight: effect.cancelsInFlight)
    } ?? running
  }
}
