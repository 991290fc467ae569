import SessionReplay
import RecordCoding

/// The states after the last steps of a running session, from which it can go on anew.
///
/// It is bounded: by a number of steps and, as states that differ share little where they are large,
/// by their size. States are copies, so that nothing is encoded where nothing is shared.
struct SessionPast<State: Recordable> {
  /// A state, and what was under way after it.
  struct Moment {
    /// The number of the step that led to it.
    let number: UInt64
    let state: KeptState<State>
    var effects: [RunningEffect] = []
  }

  /// More states than these are never kept.
  static var limit: Int { 500 }
  /// So many bytes of encoded states are kept at most; in memory a state takes several times as much.
  static var byteLimit: Int { 4 << 20 }
  /// The state is measured each time so many states were kept.
  private static var measurePeriod: Int { 64 }

  private var moments: [Moment] = []
  /// The number of moments before those that are kept.
  private var forgotten = 0
  private var room = 1

  /// The number of moments there were, which is the index of the next.
  var count: Int { forgotten + moments.count }

  /// A moment by its index, unless it is forgotten.
  subscript(index: Int) -> Moment? {
    index >= forgotten && index < count ? moments[index - forgotten] : nil
  }

  /// Keeps the state after a step.
  mutating func append(_ state: State, after number: UInt64) {
    if count % Self.measurePeriod == 0 {
      let bytes = max(1, KeptState.byteCount(of: state))
      room = max(2, min(Self.limit, Self.byteLimit / bytes))
    }
    moments.append(Moment(number: number, state: KeptState(state)))
    // Several at a time, since the others move up.
    guard moments.count > room + room / 4 else { return }
    forgotten += moments.count - room
    moments.removeFirst(moments.count - room)
  }

  /// Notes what is under way after the last step.
  mutating func noteEffects(_ effects: [RunningEffect]) {
    guard let last = moments.indices.last else { return }
    moments[last].effects = effects
  }
}

/// An effect that is under way.
package struct RunningEffect: Equatable, Sendable {
  /// The step that started it.
  package let step: UInt64
  /// The action of that step.
  package let action: String

  /// Creates a description of an effect.
  package init(step: UInt64, action: String) {
    self.step = step
    self.action = action
  }
}

/// The actions of the steps whose effects are under way.
struct EffectNames {
  private static var limit: Int { 256 }
  private var names: [UInt64: String] = [:]

  mutating func add(_ action: String, of step: UInt64) { names[step] = action }

  /// The effects of steps that have some under way; others are forgotten when they are many.
  mutating func effects(ofSteps steps: [UInt64]) -> [RunningEffect] {
    if names.count > Self.limit {
      let running = Set(steps)
      names = names.filter { running.contains($0.key) }
    }
    return steps.map { RunningEffect(step: $0, action: names[$0] ?? "an effect") }
  }
}
