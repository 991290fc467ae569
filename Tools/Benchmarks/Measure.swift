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

/// The nanoseconds that one of `count` rounds takes: the best of five runs, since what disturbs a run
/// only ever makes it slower.
@MainActor
func nanoseconds(per count: Int, _ run: () -> Void) -> Double {
  (0..<5).map { _ in
    let start = DispatchTime.now().uptimeNanoseconds
    run()
    return Double(DispatchTime.now().uptimeNanoseconds - start) / Double(count)
  }
  .min() ?? 0
}

/// The same for work that waits.
@MainActor
func nanoseconds(per count: Int, _ run: () async -> Void) async -> Double {
  var best = Double.infinity
  for _ in 0..<5 {
    let start = DispatchTime.now().uptimeNanoseconds
    await run()
    best = min(best, Double(DispatchTime.now().uptimeNanoseconds - start) / Double(count))
  }
  return best
}
