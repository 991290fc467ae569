import DependencyInjection
import Foundation
import RecordCoding
import RecordedValues

// Values without parts.
extension ValueDraw {
  private static let words = [
    "Milk", "hello", "Blob", "blob@example.com", "Buy bread", "42", " ", "größer", "e\u{301}",
    "👩‍👩‍👧", "日本語", "\"quoted\"", "a\nb",
  ]
  private static let letters = ["a", "b", "c"]

  func primitive(
    _ type: TypeReference, _ generator: inout SeededGenerator
  ) -> RecordedValue? {
    switch type {
    case .bool: .bool(generator.isNext(1, in: 2))
    case .signed(let bits): .signed(signed(bits: bits, &generator))
    case .unsigned(let bits): .unsigned(unsigned(bits: bits, &generator))
    case .float: .float(bits: Float(min(number(&generator), 1e30)).bitPattern)
    case .double: .double(bits: number(&generator).bitPattern)
    case .date: .date(bits: date(&generator).bitPattern)
    case .string: .string(text(&generator))
    case .url: .url("https://example.com/" + shortText(&generator))
    case .data: .data(data(&generator))
    case .uuid: .uuid(UUID(random: &generator))
    default: nil
    }
  }

  /// Draws whole seconds and parts of a second that have the same sign.
  func duration(_ generator: inout SeededGenerator) -> RecordedValue {
    let seconds = Int64(generator.isNext(1, in: 2) ? 0 : generator.index(below: 100))
    let milliseconds = Int64(generator.isNext(1, in: 2) ? 0 : generator.index(below: 1000))
    return .product([.signed(seconds), .signed(milliseconds * 1_000_000_000_000_000)])
  }

  private func signed(bits: Int, _ generator: inout SeededGenerator) -> Int64 {
    let maximum = Int64.max >> Int64(64 - bits)
    if generator.isNext(1, in: extremeInterval) {
      return generator.isNext(1, in: 2) ? maximum : -maximum - 1
    }
    return switch generator.index(below: 64) {
    case 0..<5: -1 - Int64(generator.index(below: 10))
    case 5..<13: min(maximum, Int64(generator.index(below: 1000)))
    default: Int64(generator.index(below: 10))
    }
  }

  private func unsigned(bits: Int, _ generator: inout SeededGenerator) -> UInt64 {
    let maximum = UInt64.max >> UInt64(64 - bits)
    if generator.isNext(1, in: extremeInterval) { return maximum }
    return switch generator.index(below: 64) {
    case 0..<9: min(maximum, UInt64(generator.index(below: 1000)))
    default: UInt64(generator.index(below: 10))
    }
  }

  /// Draws a finite number, because states that contain NaN do not equal themselves.
  private func number(_ generator: inout SeededGenerator) -> Double {
    switch generator.index(below: 64) {
    case 0: 1e300
    case 1..<5: -Double(generator.index(below: 100)) / 4
    case 5..<16: Double(generator.index(below: 1_000_000)) / 1000
    default: Double(generator.index(below: 10)) / 2
    }
  }

  private func date(_ generator: inout SeededGenerator) -> Double {
    let units: [Double] = [1, 60, 3600, 86_400, 365 * 86_400]
    let unit = units[generator.index(below: units.count)]
    let offset = Double(generator.index(below: 13) - 6)
    return now.timeIntervalSinceReferenceDate + offset * unit
  }

  private func text(_ generator: inout SeededGenerator) -> String {
    switch generator.index(below: 16) {
    case 0..<7: shortText(&generator)
    case 15: String(repeating: "long ", count: 1 + generator.index(below: 60))
    default: generator.element(of: Self.words) ?? ""
    }
  }

  private func shortText(_ generator: inout SeededGenerator) -> String {
    (0..<generator.index(below: 4)).map { _ in generator.element(of: Self.letters) ?? "" }.joined()
  }

  private func data(_ generator: inout SeededGenerator) -> [UInt8] {
    switch generator.index(below: 4) {
    case 0: []
    case 1: Array("[]".utf8)
    case 2: Array("{}".utf8)
    default: (0..<1 + generator.index(below: 8)).map { _ in UInt8(generator.index(below: 256)) }
    }
  }
}
