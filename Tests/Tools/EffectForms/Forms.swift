import ComposableArchitecture

/// A feature whose actions each start one form of an effect.
///
/// `make effect-mutants` changes the effects. A replay must find each change, or report the effect
/// as not verified.
struct Forms: Reducer, Sendable {
  @Recordable
  struct State: Equatable, Sendable {
    var texts: [String] = []
    var ticks = 0
  }

  @Recordable
  enum Action: Equatable, Sendable {
    /// Starts the effect of a form.
    case run(String)
    /// Cancels the effects whose identity is the name of a form.
    case stop(String)
    case tick
    case got(String)
  }

  static let all =
    calls + clients + groups + children + cancellations + handlers + streams + tasks + threads
    + lasting + combinations

  @Dependency(\.bank) var bank
  @Dependency(\.backup) var backup
  @Dependency(\.ledger) var ledger
  @Dependency(\.vault) var vault
  @Dependency(\.clerk) var clerk
  @Dependency(\.continuousClock) var clock
  @Dependency(\.date) var date
  @Dependency(\.uuid) var uuid
  @Dependency(\.withRandomNumberGenerator) var withRandomNumberGenerator

  func reduce(into state: inout State, action: Action) -> Effect<Action> {
    switch action {
    case .run(let name): return Self.all.first { $0.name == name }?.effect(self)() ?? .none
    case .stop(let name): return .cancel(id: name)
    case .tick: state.ticks += 1
    case .got(let text): state.texts.append(text)
    }
    return .none
  }
}
