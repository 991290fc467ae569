import RecordCoding
import SessionReplay
import TerminalApp

/// The states to which a running session can go back, limited in number and in total size: large
/// states that differ share little memory. Only shared values are encoded.
struct SessionPast<State: Recordable> {
  struct Moment {
    let number: UInt64
    let state: KeptState<State>
    var effects: [RunningEffect] = []
  }

  static var limit: Int { 500 }
  /// The limit in encoded bytes. In memory, states take several times as much.
  static var byteLimit: Int { 4 << 20 }
  /// The number of states between measurements of a state's size.
  private static var measurePeriod: Int { 64 }

  private var moments: [Moment] = []
  private var discardedCount = 0
  private var capacity = 1

  /// The number of moments, including discarded ones. This is the index of the next moment.
  var count: Int { discardedCount + moments.count }

  /// Returns the moment at an index; `nil` if it was discarded.
  subscript(index: Int) -> Moment? {
    index >= discardedCount && index < count ? moments[index - discardedCount] : nil
  }

  mutating func append(_ state: State, after number: UInt64) {
    if count % Self.measurePeriod == 0 {
      let bytes = max(1, KeptState.byteCount(of: state))
      capacity = max(2, min(Self.limit, Self.byteLimit / bytes))
    }
    moments.append(Moment(number: number, state: KeptState(state)))
    // Remove several moments at a time, because removing moves all later moments.
    guard moments.count > capacity + capacity / 4 else { return }
    discardedCount += moments.count - capacity
    moments.removeFirst(moments.count - capacity)
  }

  mutating func noteEffects(_ effects: [RunningEffect]) {
    guard let last = moments.indices.last else { return }
    moments[last].effects = effects
  }
}

/// The actions of steps with running effects.
struct EffectNames {
  private static var limit: Int { 256 }
  private var names: [UInt64: String] = [:]

  mutating func add(_ action: String, of step: UInt64) { names[step] = action }

  /// Removes the names of other steps when there are many.
  mutating func effects(ofSteps steps: [UInt64]) -> [RunningEffect] {
    if names.count > Self.limit {
      let running = Set(steps)
      names = names.filter { running.contains($0.key) }
    }
    return steps.map { RunningEffect(step: $0, action: names[$0] ?? "an effect") }
  }
}
