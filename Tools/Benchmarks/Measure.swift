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

/// For how long a run is repeated, in nanoseconds: longer than most of what else a machine does.
private let patience: UInt64 = 1_500_000_000

/// The nanoseconds that one of `count` rounds takes: the best of at least five runs, since what
/// disturbs a run only ever makes it slower.
@MainActor
func nanoseconds(per count: Int, _ run: () -> Void) -> Double {
  let begin = DispatchTime.now().uptimeNanoseconds
  var best = Double.infinity
  var runs = 0
  repeat {
    let start = DispatchTime.now().uptimeNanoseconds
    run()
    best = min(best, Double(DispatchTime.now().uptimeNanoseconds - start) / Double(count))
    runs += 1
  } while runs < 5 || DispatchTime.now().uptimeNanoseconds - begin < patience
  return best
}

/// The same for work that waits.
@MainActor
func nanoseconds(per count: Int, _ run: () async -> Void) async -> Double {
  let begin = DispatchTime.now().uptimeNanoseconds
  var best = Double.infinity
  var runs = 0
  repeat {
    let start = DispatchTime.now().uptimeNanoseconds
    await run()
    best = min(best, Double(DispatchTime.now().uptimeNanoseconds - start) / Double(count))
    runs += 1
  } while runs < 5 || DispatchTime.now().uptimeNanoseconds - begin < patience
  return best
}
