import AppShell
import ComposableArchitecture

@DependencyClient
struct PrimesClient: Sendable {
  var find: @Sendable (_ index: Int) async throws -> Int
}

extension PrimesClient: DependencyKey {
  static var liveValue: PrimesClient { PrimesClient(find: { 2 * $0 }) }
  static var testValue: PrimesClient { liveValue }
}

/// A feature whose effects call a client.
@Reducer
struct Primes {
  @Recordable
  struct State: Equatable, Sendable {
    var numbers: [Int] = []
  }

  @Recordable
  enum Action: Equatable, Sendable {
    case find(Int)
    case found(Int)
  }

  /// A number that is added to each number found.
  var addend = 0
  /// A number that is added to each index to find.
  var offset = 0
  /// Whether each number is found twice.
  var repeats = false
  /// Whether the effects can be canceled.
  var isCancellable = false

  @Dependency(PrimesClient.self) var client

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .find(let index):
        let effect = Effect<Action>.run { send in
          if repeats { _ = try await client.find(index) }
          try await send(.found(client.find(index + offset)))
        }
        return isCancellable ? effect.cancellable(id: index) : effect
      case .found(let number):
        state.numbers.append(number + addend)
        return .none
      }
    }
  }
}

/// A version of an app whose logs can contain calls. Versions differ in their feature.
protocol PrimesVersion: ShellApp where Feature == Primes {}

extension PrimesVersion {
  static var name: String { "Primes" }
  static var version: String { "1" }
  static var initialState: Primes.State { Primes.State() }

  static func screen(of state: Primes.State) -> String { "\(state.numbers)" }
}

/// The app that records.
struct PrimesApp: PrimesVersion {
  static var feature: Primes { Primes() }
}

/// `PrimesApp` after a change of its reducer.
struct NewerPrimesApp: PrimesVersion {
  static var feature: Primes { Primes(addend: 1) }
}

/// `PrimesApp` after a change of the calls of its effects.
struct ShiftedPrimesApp: PrimesVersion {
  static var feature: Primes { Primes(offset: 1) }
}

/// `PrimesApp` after a change of the shape of its effects.
struct CancellablePrimesApp: PrimesVersion {
  static var feature: Primes { Primes(isCancellable: true) }
}

/// `PrimesApp` after a change that adds calls to its effects.
struct RepeatingPrimesApp: PrimesVersion {
  static var feature: Primes { Primes(repeats: true) }
}
