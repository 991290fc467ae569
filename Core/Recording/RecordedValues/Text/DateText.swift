import Foundation

/// A date as ISO 8601 text in UTC: `2026-01-31T12:00:00.000Z`.
///
/// A second has three to nine decimal places, as few as an exact date needs.
package enum DateText {
  private static let places = 3...9
  /// The years 1 to 9999, in seconds since 2001. Other years have a different number of digits.
  private static let years: Range<Double> = -63_114_076_800..<252_455_616_000
  /// The length of a date without decimal places and without its zone.
  private static let wholeLength = 19
  private static let maxPlaces = 15

  /// Returns the text of seconds since 2001, or `nil` if no text is exact.
  static func text(of seconds: Double) -> String? {
    guard years.contains(seconds) else { return nil }
    let whole = seconds.rounded(.down)
    var scale = 100.0
    for count in places {
      scale *= 10
      let part = ((seconds - whole) * scale).rounded()
      guard part < scale else { continue }
      let digits = padded(Int(part), to: count)
      guard self.seconds(Int(whole), digits)?.bitPattern == seconds.bitPattern else { continue }
      let date = Date(timeIntervalSinceReferenceDate: whole)
      return "\(date.formatted(Date.ISO8601FormatStyle()).dropLast()).\(digits)Z"
    }
    return nil
  }

  /// Returns the seconds since 2001 of a date such as `2026-01-31T12:00:00.000Z`, in UTC.
  package static func seconds(_ text: String) -> Double? {
    guard text.utf8.count > wholeLength, text.hasSuffix("Z") else { return nil }
    let whole = "\(text.prefix(wholeLength))Z"
    let style = Date.ISO8601FormatStyle()
    // The style accepts February 31.
    guard let date = try? style.parse(whole), date.formatted(style) == whole else { return nil }
    let rest = text.dropFirst(wholeLength).dropLast()
    guard !rest.isEmpty else { return date.timeIntervalSinceReferenceDate }
    let digits = rest.dropFirst()
    guard rest.first == ".", (1...maxPlaces).contains(digits.utf8.count),
      digits.utf8.allSatisfy({ (48...57).contains($0) })
    else { return nil }
    return seconds(Int(date.timeIntervalSinceReferenceDate), String(digits))
  }

  /// Returns the nearest number to whole seconds and the decimal places of a second.
  private static func seconds(_ whole: Int, _ digits: String) -> Double? {
    guard whole < 0, let part = Int(digits), part > 0 else { return Double("\(whole).\(digits)") }
    // Before 2001, decimal places of a date count from the earlier second. Decimal places of a
    // number count from zero.
    let scale = (0..<digits.utf8.count).reduce(1) { scale, _ in scale * 10 }
    return Double("-\(-whole - 1).\(padded(scale - part, to: digits.utf8.count))")
  }

  private static func padded(_ number: Int, to count: Int) -> String {
    let digits = String(number)
    return String(repeating: "0", count: max(0, count - digits.utf8.count)) + digits
  }
}
