import Foundation

struct Figure: Encodable {
  let name: String
  let value: Double
  let unit: String
  let yardstick: String
  let yardstickValue: Double
  let ratio: Double
  let budget: String

  init(
    _ name: String, _ value: Double, unit: String, yardstick: String, yardstickValue: Double,
    budget: String
  ) {
    self.name = name
    self.value = value
    self.unit = unit
    self.yardstick = yardstick
    self.yardstickValue = yardstickValue
    ratio = value / yardstickValue
    self.budget = budget
  }
}

/// The best value of several runs, because disturbances only ever make a run slower.
struct BestOfRuns {
  /// The minimum duration of all runs, in nanoseconds: longer than most other activity of the
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

func uptime() -> UInt64 { DispatchTime.now().uptimeNanoseconds }
