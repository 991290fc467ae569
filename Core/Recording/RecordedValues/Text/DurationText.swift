package import RecordCoding

extension TypeReference {
  /// Whether values are durations. A schema describes `Duration` as a tuple with these labels.
  package var isDuration: Bool {
    if case .tuple(let fields) = self { fields.areOfDuration } else { false }
  }
}

extension [RecordField] {
  var areOfDuration: Bool {
    count == 2 && self[0].name == "seconds" && self[1].name == "attoseconds"
      && allSatisfy { $0.type == .signed(bits: 64) }
  }
}

/// A duration in the largest unit that keeps it above one, without rounding: `1.5 s`, `20 ms`.
struct DurationText {
  /// The units below a second, with the number of attoseconds that each has.
  private static let units: [(name: String, attoseconds: UInt64)] = [
    ("ms", 1_000_000_000_000_000), ("µs", 1_000_000_000_000), ("ns", 1_000_000_000),
    ("ps", 1_000_000), ("fs", 1_000), ("as", 1),
  ]
  private static let second: UInt64 = 1_000_000_000_000_000_000

  let text: String

  /// Creates the text of the fields of a duration; `nil` for values that no duration has.
  init?(_ fields: [RecordedValue]) {
    guard fields.count == 2, case .signed(let seconds) = fields[0],
      case .signed(let attoseconds) = fields[1], attoseconds.magnitude < Self.second,
      seconds.signum() * attoseconds.signum() >= 0
    else { return nil }
    let sign = seconds < 0 || attoseconds < 0 ? "-" : ""
    let rest = attoseconds.magnitude
    guard seconds == 0, let unit = Self.units.first(where: { $0.attoseconds <= rest }) else {
      text = "\(sign)\(Self.decimal(seconds.magnitude, rest, of: Self.second)) s"
      return
    }
    let (whole, fraction) = rest.quotientAndRemainder(dividingBy: unit.attoseconds)
    text = "\(sign)\(Self.decimal(whole, fraction, of: unit.attoseconds)) \(unit.name)"
  }

  /// Returns a decimal number without zeros at its end. The fraction is divided by a power of 10.
  private static func decimal(_ whole: UInt64, _ fraction: UInt64, of power: UInt64) -> String {
    guard fraction > 0 else { return "\(whole)" }
    // A leading 1 keeps the zeros after the point.
    var digits = String(power + fraction).dropFirst()
    while digits.last == "0" { digits.removeLast() }
    return "\(whole).\(digits)"
  }
}
