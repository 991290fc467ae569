import RecordCoding

/// A record of the first step of the effect chain that led to each step.
struct StepCauses {
  /// A run of steps without a gap, with its start in `distances`.
  private struct Run {
    let first: UInt64
    let start: Int
  }

  private var runs: [Run] = []
  private var next: UInt64?
  /// The number of steps between each step and the first of its chain, clamped to the maximum.
  private var distances: [UInt32] = []

  /// Adds the next step, and returns the first step of its chain, or the earliest known one.
  mutating func note(_ number: UInt64, _ origin: StepOrigin) -> UInt64 {
    if number != next { runs.append(Run(first: number, start: distances.count)) }
    next = number + 1
    var cause = number
    if case .received(let startedBy) = origin {
      cause = startedBy - (distance(of: startedBy) ?? 0)
    }
    distances.append(UInt32(clamping: number - cause))
    return cause
  }

  private func distance(of step: UInt64) -> UInt64? {
    var (low, high) = (0, runs.count)
    while low < high {
      let middle = (low + high) / 2
      if runs[middle].first <= step { low = middle + 1 } else { high = middle }
    }
    guard low > 0 else { return nil }
    let run = runs[low - 1]
    let end = low < runs.count ? runs[low].start : distances.count
    guard step - run.first < UInt64(end - run.start) else { return nil }
    return UInt64(distances[run.start + Int(step - run.first)])
  }
}
