import Foundation

/// The best value of several runs. Disturbances can only make a run slower.
struct BestOfRuns {
  /// The minimum duration of all runs, in nanoseconds. It exceeds most other activity of the
  /// machine.
  private static let minDuration: UInt64 = 1_500_000_000

  private(set) var value = Double.infinity

  var isComplete: Bool { count >= minCount && uptime() - begin >= Self.minDuration }

  private let minCount: Int
  private let begin = uptime()
  private var count = 0

  init(atLeast minCount: Int = 5) {
    self.minCount = minCount
  }

  mutating func add(_ value: Double) {
    self.value = min(self.value, value)
    count += 1
  }
}

/// Returns the nanoseconds per round of a closure that runs `count` rounds.
@MainActor
func nanoseconds(per count: Int, _ run: () -> Void) -> Double {
  var runs = BestOfRuns()
  repeat {
    let start = uptime()
    run()
    runs.add(Double(uptime() - start) / Double(count))
  } while !runs.isComplete
  return runs.value
}

/// Returns the nanoseconds per round of an asynchronous closure that runs `count` rounds.
@MainActor
func nanoseconds(per count: Int, _ run: () async -> Void) async -> Double {
  var runs = BestOfRuns()
  repeat {
    let start = uptime()
    await run()
    runs.add(Double(uptime() - start) / Double(count))
  } while !runs.isComplete
  return runs.value
}

/// Returns the milliseconds of one run of a closure.
func milliseconds(_ run: () throws -> Void) rethrows -> Double {
  let start = uptime()
  try run()
  return Double(uptime() - start) / 1_000_000
}

/// Returns the milliseconds of the fastest of several runs of a closure.
func fastestMilliseconds(_ run: () throws -> Void) rethrows -> Double {
  var runs = BestOfRuns(atLeast: 20)
  repeat { runs.add(try milliseconds(run)) } while !runs.isComplete
  return runs.value
}

func uptime() -> UInt64 { DispatchTime.now().uptimeNanoseconds }
