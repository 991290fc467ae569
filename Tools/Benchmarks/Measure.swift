import Foundation

/// A figure of a benchmark beside its yardstick.
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

/// The best of several runs, since what disturbs a run only ever makes it slower.
struct BestOfRuns {
  /// For how long runs are repeated, in nanoseconds: longer than most of what else a machine does.
  private static let patience: UInt64 = 1_500_000_000

  /// What the best run took.
  private(set) var value = Double.infinity

  /// Whether it has been run often enough, and for long enough.
  var areEnough: Bool { count >= leastCount && uptime() - begin >= Self.patience }

  private let leastCount: Int
  private let begin = uptime()
  private var count = 0

  /// Expects so many runs at least.
  init(atLeast leastCount: Int = 5) {
    self.leastCount = leastCount
  }

  /// Adds what a run took.
  mutating func add(_ value: Double) {
    self.value = min(self.value, value)
    count += 1
  }
}

/// The nanoseconds that one of `count` rounds takes.
@MainActor
func nanoseconds(per count: Int, _ run: () -> Void) -> Double {
  var runs = BestOfRuns()
  repeat {
    let start = uptime()
    run()
    runs.add(Double(uptime() - start) / Double(count))
  } while !runs.areEnough
  return runs.value
}

/// The same for work that waits.
@MainActor
func nanoseconds(per count: Int, _ run: () async -> Void) async -> Double {
  var runs = BestOfRuns()
  repeat {
    let start = uptime()
    await run()
    runs.add(Double(uptime() - start) / Double(count))
  } while !runs.areEnough
  return runs.value
}

/// The nanoseconds since the machine started.
func uptime() -> UInt64 { DispatchTime.now().uptimeNanoseconds }
