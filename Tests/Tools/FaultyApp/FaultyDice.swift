import AppShell
import ComposableArchitecture
import Foundation

/// An app whose reducer uses external values, some of which are not recorded.
struct FaultyDice: ShellApp {
  @Recordable
  struct State: Equatable, Sendable {
    var number = 0
    var text = ""
    var time = Date(timeIntervalSinceReferenceDate: 0)
    var tally = Tally()
  }

  @Recordable
  enum Action: Equatable, Sendable {
    /// Counts without a fault.
    case count
    /// Rolls a die that is a dependency of the app.
    case roll
    /// Rolls the die, and returns an effect that could have rolled it instead.
    case rollAndWork
    /// Passes the die to an effect, and does not roll it.
    case work
    /// Tosses a coin whose results are marked as recorded.
    case toss
    /// Weighs the coin. Its weight is not recorded.
    case weigh
    /// Draws a number from a recorded dependency.
    case draw
    /// Reads the time without a dependency.
    case ask
    /// Draws a number without a dependency.
    case guess
    /// Lists a set in its iteration order.
    case list
    /// Asks for the balances of accounts in the iteration order of a set of a size.
    case visit(Int)
    /// Asks for the balances of accounts in their order.
    case visitSorted(Int)
    /// Changes a global variable, and uses its value.
    case remember
    /// Counts in an object to which the state only refers.
    case mark
  }

  static let name = "FaultyDice"
  static let version = "1.0"
  static var initialState: State { State() }

  static var feature: DiceFeature { DiceFeature() }

  /// The recorded dependencies. With `FAULTY_RECORDED=1`, they include the die.
  static var recordedDependencies: [RecordedDependency] {
    guard ProcessInfo.processInfo.environment["FAULTY_RECORDED"] == "1" else {
      return RecordedDependency.standard
    }
    return RecordedDependency.standard + [
      RecordedDependency("diceRoller", \.diceRoller, reads: Int.self) { dice, read in
        DiceRoller { read { dice.roll() } }
      }
    ]
  }

  static func screen(of state: State) -> String { "\(state.number) \(state.text)" }
}

/// A number with reference semantics.
struct Tally: Recordable, Equatable, Sendable {
  private final class Storage: Sendable {
    nonisolated(unsafe) var count = 0
  }

  private let storage = Storage()

  init() {}

  init(recorded decoder: inout RecordDecoder) throws(RecordDecodingError) {
    storage.count = try decoder.decode()
  }

  static func describe(in schema: SchemaBuilder) -> TypeReference {
    schema.structure(Self.self) { type in type.field("count", \.count) }
  }

  var count: Int { storage.count }

  func record(into encoder: inout RecordEncoder) { encoder.encode(count) }

  func recordChange(from old: Self, into encoder: inout RecordEncoder) -> Bool {
    let product = encoder.openProduct(fieldCount: 1)
    encoder.field(0, of: product, from: old.count, to: count)
    return encoder.close(product)
  }

  // An increment would have the same change for every previous count.
  func mark() { storage.count = 2 * storage.count + 1 }

  static func == (one: Self, other: Self) -> Bool { one.count == other.count }
}

struct DiceRoller: Sendable {
  var roll: @Sendable () -> Int
}

extension DiceRoller: DependencyKey {
  static let liveValue = DiceRoller { Int.random(in: 1...1_000_000_000) }
}

extension DependencyValues {
  var diceRoller: DiceRoller {
    get { self[DiceRoller.self] }
    set { self[DiceRoller.self] = newValue }
  }
}

@DependencyClient
struct CoinClient: Sendable {
  @DependencyEndpoint(recorded: true) var toss: @Sendable () -> Int = { 0 }
  var weight: @Sendable () -> Int = { 0 }
}

extension CoinClient: DependencyKey {
  static let liveValue = CoinClient(toss: { Int.random(in: 1...1_000_000_000) }, weight: { 7 })
}

extension DependencyValues {
  var coin: CoinClient {
    get { self[CoinClient.self] }
    set { self[CoinClient.self] = newValue }
  }
}

struct DiceFeature: Reducer {
  typealias State = FaultyDice.State
  typealias Action = FaultyDice.Action

  private nonisolated(unsafe) static var remembered = 0

  @Dependency(BankClient.self) var bank
  @Dependency(\.coin) var coin
  @Dependency(\.diceRoller) var diceRoller
  @Dependency(\.withRandomNumberGenerator) var withRandomNumberGenerator

  func reduce(into state: inout State, action: Action) -> Effect<Action> {
    switch action {
    case .count: state.number += 1
    case .roll: state.number = diceRoller.roll()
    case .rollAndWork:
      state.number = diceRoller.roll()
      return .run { _ in }
    case .work: return .run { [diceRoller] _ in _ = diceRoller.roll() }
    case .toss: state.number = coin.toss()
    case .weigh: state.number = coin.weight()
    case .draw: state.number = withRandomNumberGenerator { Int.random(in: 1...6, using: &$0) }
    case .ask: state.time = Date()
    case .guess: state.number = Int.random(in: 1...1_000_000_000)
    case .list: state.text = Set(0..<50).map(String.init).joined(separator: " ")
    case .visit(let count): return visit(Array(Set(0..<count)))
    case .visitSorted(let count): return visit(Set(0..<count).sorted())
    case .mark: state.tally.mark()
    case .remember:
      Self.remembered += 1
      state.number = Self.remembered
    }
    return .none
  }

  private func visit(_ accounts: [Int]) -> Effect<Action> {
    .run { [bank] _ in
      for account in accounts { _ = try await bank.balance(account) }
    }
  }
}
