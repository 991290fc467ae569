import Foundation

/// A measured value, with a yardstick from the same run and the budget that limits it.
struct Figure: Encodable {
  let name: String
  let value: Double
  let unit: String
  let yardstick: String
  let yardstickValue: Double
  let ratio: Double
  let budget: Budget

  /// Creates a figure. The value of the yardstick must be in the same unit.
  init(_ name: String, _ value: Double, unit: String, _ yardstick: Yardstick, _ budget: Budget) {
    self.name = name
    self.value = value
    self.unit = unit
    self.yardstick = yardstick.name
    yardstickValue = yardstick.value
    ratio = value / yardstick.value
    self.budget = budget
  }

  /// Whether the figure is within its budget. A figure whose ratio isn't a number is over its
  /// budget.
  var holds: Bool { budget.ratios.contains(ratio) && value <= budget.maxValue }
}

/// The limits of a figure.
///
/// Machines differ, so the ratio to the yardstick is limited. The value is limited only where users
/// are promised a limit: bytes, memory, and the time until a screen reacts.
struct Budget: Encodable, CustomStringConvertible {
  private(set) var ratios = 0...Double.infinity
  private(set) var maxValue = Double.infinity

  static func ratio(atMost limit: Double) -> Budget { Budget(ratios: 0...limit) }

  static func ratio(atLeast limit: Double) -> Budget { Budget(ratios: limit ... .infinity) }

  static func value(atMost limit: Double, ratioAtMost ratio: Double = .infinity) -> Budget {
    Budget(ratios: 0...ratio, maxValue: limit)
  }

  var description: String {
    var limits: [String] = []
    if maxValue < .infinity { limits.append(String(format: "≤ %g", maxValue)) }
    if ratios.lowerBound > 0 { limits.append(String(format: "≥ %g ×", ratios.lowerBound)) }
    if ratios.upperBound < .infinity { limits.append(String(format: "≤ %g ×", ratios.upperBound)) }
    return limits.joined(separator: ", ")
  }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(description)
  }
}
