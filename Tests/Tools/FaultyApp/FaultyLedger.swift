import AppShell
import ComposableArchitecture
import Foundation

/// An app with one of several planted bugs. Each bug needs a few specific actions.
///
/// `FAULTY_BUG` names the bug. Without it, the app is correct.
struct FaultyLedger: ShellApp {
  enum Bug: String {
    /// After the lamps a, b and c were lit in any order, a tick counts twice.
    case lamps
    /// Summing up three or more rows traps.
    case sum
    /// Summing up traps, except every fourth time. The file 'sums' counts the times.
    case mostly
    /// Summing up calls a client whose live value traps. A simulation takes the test value.
    case live
    /// After saving was made automatic, the effects of saving are reordered.
    case order
    /// Names are truncated to twenty characters.
    case length
    /// A row that was moved cannot be renamed.
    case moved
    /// After an odd number of flips, a tick does nothing.
    case odd
    /// An answer is limited to fifty.
    case answer
    /// After three ticks, a roll reads twice.
    case roll
    /// The second of three or more rows cannot be removed.
    case removed
    /// The total is limited to 1000.
    case total
    /// A row whose name is empty moves to the end instead of the front.
    case place
    /// A roll of an even number traps.
    case even
    /// A tick while flipped makes saving automatic. From then on, or with five rows, all ticks but
    /// the first count twice.
    case spread
    /// The balance of the next account is loaded.
    case account
    /// The effect that loads a balance traps after the answer.
    case trapInEffect
    /// The effect that loads a balance never ends.
    case loopInEffect
    /// The balance of the next account is loaded, and the effect never ends.
    case loopAfterDifference
    /// The effect that loads a balance exits the process.
    case exitInEffect
    /// The effect that loads a balance yields forever.
    case yieldInEffect
    /// The effect that loads a balance recurses until the stack overflows.
    case recurseInEffect
  }

  @Recordable
  struct Row: Equatable, Identifiable, Sendable {
    let id: Int
    var name: String
    var wasMoved = false
  }

  @Recordable
  struct State: Equatable, Sendable {
    var ticks = 0
    var lamps: Set<String> = []
    var rows: IdentifiedArrayOf<Row> = []
    var nextID = 1
    var isAutomatic = false
    var isSwitched = false
    var total = 0
    var rolled = 0
    var message = ""
  }

  @Recordable
  enum Action: Equatable, Sendable {
    case tick
    case light(String)
    case addRow(String)
    case rename(Int, String)
    case move(Int)
    case remove(Int)
    case sum
    case setAutomatic(Bool)
    case flip
    case save
    case saved(Int)
    case told
    case load(Int)
    case loaded(Int)
    case roll
    case add(Int)
    case note(String)
  }

  static let name = "FaultyLedger"
  static let version = "1.0"
  static var initialState: State { State() }
  static let bug = ProcessInfo.processInfo.environment["FAULTY_BUG"].flatMap { Bug(rawValue: $0) }

  static var feature: LedgerFeature { LedgerFeature() }

  static func screen(of state: State) -> String { "\(state.ticks) \(state.total)" }
}

struct LedgerFeature: Reducer {
  typealias State = FaultyLedger.State
  typealias Action = FaultyLedger.Action

  @Dependency(\.withRandomNumberGenerator) var withRandomNumberGenerator
  @Dependency(BankClient.self) var bank

  func reduce(into state: inout State, action: Action) -> Effect<Action> {
    let bug = FaultyLedger.bug
    switch action {
    case .tick:
      if bug == .odd, state.isSwitched { return .none }
      tick(&state)
    case .light(let lamp): state.lamps.insert(lamp)
    case .addRow(let name):
      state.rows.append(FaultyLedger.Row(id: state.nextID, name: name))
      state.nextID += 1
    case .rename(let id, let name): rename(id, name, &state)
    case .move(let id): move(id, &state)
    case .remove(let id):
      let isSecond = state.rows.count > 2 && state.rows[1].id == id
      if bug != .removed || !isSecond { state.rows.remove(id: id) }
    case .sum:
      if bug == .sum { precondition(state.rows.count < 3, "too many rows to sum up") }
      if bug == .mostly { trapMostly() }
      if bug == .live { speak() }
      state.total = state.rows.count
    case .setAutomatic(let isAutomatic): state.isAutomatic = isAutomatic
    case .flip: state.isSwitched.toggle()
    case .save:
      let effects: [Effect<Action>] = [.send(.saved(1)), .send(.told)]
      return .concatenate(bug == .order && state.isAutomatic ? effects.reversed() : effects)
    case .saved, .told: break
    case .load(let account):
      let isOther = bug == .account || bug == .loopAfterDifference
      return .run { [bank] send in
        let amount = try await bank.balance(isOther ? account + 1 : account)
        fail(amount)
        while bug == .yieldInEffect { await Task.yield() }
        await send(.loaded(amount))
      }
    case .loaded(let amount): state.total = bug == .answer ? min(amount, 50) : amount
    case .roll: return roll(&state)
    case .add(let amount):
      state.total += amount
      if bug == .total { state.total = min(state.total, 1000) }
    case .note(let text): state.message = text
    }
    return .none
  }

  private func trapMostly() {
    let count = (FileManager.default.contents(atPath: "sums")?.count ?? 0) + 1
    _ = FileManager.default.createFile(atPath: "sums", contents: Data(count: count))
    precondition(count % 4 == 0, "a sum that mostly traps")
  }

  private func speak() {
    @Dependency(Speaker.self) var speaker
    speaker.speak()
  }

  /// Ends the process, or never returns, for bugs of these kinds.
  @inline(never)
  private func fail(_ amount: Int) {
    switch FaultyLedger.bug {
    case .trapInEffect: precondition(amount < 0, "a balance is not negative")
    case .loopInEffect, .loopAfterDifference: while amount >= 0 { sched_yield() }
    case .exitInEffect: exit(3)
    case .recurseInEffect: precondition(deepened(amount) != 1)
    default: break
    }
  }

  /// The recursive call comes first. Otherwise it could be optimized away.
  private func deepened(_ depth: Int) -> Int {
    let next = depth < .max ? deepened(depth + 1) : depth
    return next ^ depth
  }

  private func tick(_ state: inout State) {
    let countsTwice =
      switch FaultyLedger.bug {
      case .lamps: state.lamps.isSuperset(of: ["a", "b", "c"])
      case .spread: state.ticks > 0 && (state.isAutomatic || state.rows.count >= 5)
      default: false
      }
    if FaultyLedger.bug == .spread, state.isSwitched { state.isAutomatic = true }
    state.ticks += countsTwice ? 2 : 1
  }

  private func rename(_ id: Int, _ name: String, _ state: inout State) {
    guard let row = state.rows[id: id] else { return }
    if FaultyLedger.bug == .moved, row.wasMoved { return }
    state.rows[id: id]?.name = FaultyLedger.bug == .length ? String(name.prefix(20)) : name
  }

  /// Moves a row to the front.
  private func move(_ id: Int, _ state: inout State) {
    guard var row = state.rows.remove(id: id) else { return }
    let isLast = FaultyLedger.bug == .place && row.name.isEmpty
    row.wasMoved = true
    state.rows.insert(row, at: isLast ? state.rows.count : 0)
  }

  private func roll(_ state: inout State) -> Effect<Action> {
    if FaultyLedger.bug == .roll, state.ticks >= 3 { _ = die() }
    state.rolled = die()
    if FaultyLedger.bug == .even { precondition(state.rolled % 2 == 1, "an even number") }
    return .none
  }

  private func die() -> Int {
    withRandomNumberGenerator { Int.random(in: 1...6, using: &$0) }
  }
}

/// The bank that an effect of the ledger calls.
@DependencyClient
struct BankClient: Sendable {
  var balance: @Sendable (_ account: Int) async throws -> Int
}

extension BankClient: DependencyKey {
  static let liveValue = BankClient { 10 * $0 }
  static let testValue = BankClient()
}
