import ComposableArchitecture
import Testing

/// A feature with two children of the same type for each operator that composes them.
@Reducer
private struct Pairs {
  struct State: Equatable {
    var left = Ticker.State()
    var right = Ticker.State()
    var first: Ticker.State? = Ticker.State()
    var second: Ticker.State? = Ticker.State()
    @Presents var sheet: Ticker.State? = Ticker.State()
    @Presents var popover: Ticker.State? = Ticker.State()
  }

  enum Action {
    case left(Ticker.Action)
    case right(Ticker.Action)
    case first(Ticker.Action)
    case second(Ticker.Action)
    case sheet(PresentationAction<Ticker.Action>)
    case popover(PresentationAction<Ticker.Action>)
    case start
    case stop
    case stopText
  }

  var gate: Gate

  var body: some ReducerOf<Self> {
    Scope(state: \.left, action: \.left) { Ticker(gate: gate) }
    Ticker(gate: gate).pullback(state: \.right, action: \.right)
    Reduce { state, action in
      switch action {
      case .start:
        return .run { [gate] _ in await gate.wait() }.cancellable(id: Ticker.CancelID.timer)
      case .stop:
        return .cancel(id: Ticker.CancelID.timer)
      case .stopText:
        return .cancel(id: "timer")
      default:
        return .none
      }
    }
    .ifLet(\.first, action: \.first) { Ticker(gate: gate) }
    .ifLet(\.second, action: \.second) { Ticker(gate: gate) }
    .ifLet(\.$sheet, action: \.sheet) { Ticker(gate: gate) }
    .ifLet(\.$popover, action: \.popover) { Ticker(gate: gate) }
  }
}

/// Tests the statements of the guide "Cancel effects of siblings".
@MainActor
@Suite("Scopes of cancellation identities")
struct CancellationScopeTests {
  /// Starts effects, sends an action, and returns how many of the effects it canceled.
  private static func cancellations(
    by action: Pairs.Action, of starts: [Pairs.Action]
  ) async -> Int {
    let gate = Gate()
    let store = Store(initialState: Pairs.State()) { Pairs(gate: gate) }
    let tasks = starts.map { store.send($0) }
    await gate.waitForArrival(starts.count)
    store.send(action)
    gate.open()
    for task in tasks { await task.finish() }
    return gate.cancellations
  }

  @Test("Children in properties share the identities of their parent")
  func properties() async {
    let starts: [Pairs.Action] = [.left(.start), .right(.start), .start]
    #expect(await Self.cancellations(by: .left(.stop), of: starts) == 3)
    #expect(await Self.cancellations(by: .right(.stop), of: starts) == 3)
    #expect(await Self.cancellations(by: .stop, of: starts) == 3)
  }

  @Test("A child in optional state cancels neither the effects of its sibling nor of its parent")
  func optionals() async {
    let starts: [Pairs.Action] = [.first(.start), .second(.start), .start]
    #expect(await Self.cancellations(by: .first(.stop), of: starts) == 1)
    #expect(await Self.cancellations(by: .second(.stop), of: starts) == 1)
  }

  @Test("A presented child cancels neither the effects of its sibling nor of its parent")
  func presentations() async {
    let starts: [Pairs.Action] = [
      .sheet(.presented(.start)), .popover(.presented(.start)), .start,
    ]
    #expect(await Self.cancellations(by: .sheet(.presented(.stop)), of: starts) == 1)
    #expect(await Self.cancellations(by: .popover(.presented(.stop)), of: starts) == 1)
  }

  @Test("A parent cancels the effects of all its children that have the identity")
  func parent() async {
    let starts: [Pairs.Action] = [
      .left(.start), .first(.start), .second(.start), .sheet(.presented(.start)), .start,
    ]
    #expect(await Self.cancellations(by: .stop, of: starts) == 5)
    // A child in a property is like its parent.
    #expect(await Self.cancellations(by: .left(.stop), of: starts) == 5)
  }

  @Test("Identities of different types are different")
  func types() async {
    #expect(await Self.cancellations(by: .stopText, of: [.start, .left(.start)]) == 0)
  }
}
