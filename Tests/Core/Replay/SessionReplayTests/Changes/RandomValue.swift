import ComposableArchitecture
import DependencyInjection
import Foundation
import RecordCoding

/// A value that is created and changed at random, and describes its contents without recording
/// them.
protocol RandomValue: Recordable {
  static func random(_ random: inout SeededGenerator) -> Self

  /// Changes a part of the value or, occasionally, nothing.
  mutating func change(_ random: inout SeededGenerator)

  /// All contents of the value as text. Only equal values have the same text.
  var text: String { get }

  /// The contents of the value that the steps of a log contain.
  var stepText: String { get }
}

extension RandomValue {
  mutating func change(_ random: inout SeededGenerator) { self = .random(&random) }

  var stepText: String { text }
}

extension SeededGenerator {
  mutating func below(_ limit: Int) -> Int { Int.random(in: 0..<limit, using: &self) }
}

// MARK: Plain values

extension RandomValue where Self: FixedWidthInteger {
  static func random(_ random: inout SeededGenerator) -> Self {
    random.below(4) == 0
      ? .random(in: .min ... .max, using: &random) : Self(truncatingIfNeeded: random.below(5))
  }

  mutating func change(_ random: inout SeededGenerator) {
    self &+= Self(truncatingIfNeeded: random.below(4))
  }

  var text: String { "\(self)" }
}

extension Int: RandomValue {}
extension Int64: RandomValue {}
extension UInt8: RandomValue {}
extension Int16: RandomValue {}
extension UInt32: RandomValue {}

extension Bool: RandomValue {
  static func random(_ random: inout SeededGenerator) -> Bool { random.below(2) == 0 }
  var text: String { "\(self)" }
}

extension Double: RandomValue {
  static func random(_ random: inout SeededGenerator) -> Double {
    [0, -0.0, 1.5, .infinity, .nan, Double(random.below(100))][random.below(6)]
  }
  var text: String { "\(bitPattern)" }
}

extension String: RandomValue {
  static func random(_ random: inout SeededGenerator) -> String {
    // Strings that Swift considers equal can have different bytes. Long strings have their own
    // storage.
    let words = ["", "a", "é", "e\u{301}", "Straße", "word that takes memory of its own", "\0"]
    return (0..<random.below(3)).map { _ in words[random.below(words.count)] }.joined()
  }

  mutating func change(_ random: inout SeededGenerator) {
    if random.below(2) == 0 { self += "x" } else { self = .random(&random) }
  }

  var text: String { "\(Array(utf8))" }
}

extension UUID: RandomValue {
  static func random(_ random: inout SeededGenerator) -> UUID { UUID(random.below(3)) }
  var text: String { uuidString }
}

extension Date: RandomValue {
  static func random(_ random: inout SeededGenerator) -> Date {
    Date(timeIntervalSinceReferenceDate: .random(&random))
  }
  var text: String { timeIntervalSinceReferenceDate.text }
}

extension Data: RandomValue {
  static func random(_ random: inout SeededGenerator) -> Data {
    Data((0..<random.below(40)).map { _ in UInt8(random.below(3)) })
  }

  mutating func change(_ random: inout SeededGenerator) { append(UInt8(random.below(2))) }

  var text: String { "\(Array(self))" }
}

// MARK: Values that change in place

extension Counted where Self: RandomValue {
  static func random(_ random: inout SeededGenerator) -> Self { Self(count: random.below(5)) }

  mutating func change(_ random: inout SeededGenerator) {
    if random.below(4) == 0 { self = .random(&random) } else { count += random.below(3) }
  }

  var text: String { "\(count)" }
}

extension Boxed: RandomValue {}
extension Hidden: RandomValue {}
extension AnyCounter: RandomValue {}
extension AnyValue: RandomValue {}

extension Avatar: RandomValue {
  static func random(_ random: inout SeededGenerator) -> Self { Self(name: .random(&random)) }
  func change(_ random: inout SeededGenerator) { name.change(&random) }
  var text: String { name.text }
}

extension Tagged: RandomValue {
  static func random(_ random: inout SeededGenerator) -> Tagged {
    var value = Tagged()
    value.tag = random.below(3)
    return value
  }

  mutating func change(_ random: inout SeededGenerator) {
    if random.below(3) == 0 { tag += 1 }
    box.count += random.below(3)
  }

  var text: String { "\(tag) \(box.count)" }
}

extension Profile: RandomValue {
  static func random(_ random: inout SeededGenerator) -> Profile { Profile(id: random.below(3)) }

  mutating func change(_ random: inout SeededGenerator) {
    switch random.below(3) {
    case 0: id += 1
    case 1: pictures.append(Picture())
    default: pictures[random.below(pictures.count)].title.append("é")
    }
  }

  var text: String { "\(id) \(pictures.map(\.title.text))" }
}

// MARK: Collections and wrappers

extension Optional: RandomValue where Wrapped: RandomValue {
  static func random(_ random: inout SeededGenerator) -> Wrapped? {
    random.below(3) == 0 ? nil : .some(.random(&random))
  }

  mutating func change(_ random: inout SeededGenerator) {
    guard var value = take(), random.below(4) > 0 else { return self = .random(&random) }
    value.change(&random)
    self = value
  }

  var text: String { map { "(\($0.text))" } ?? "nil" }
}

extension Array: RandomValue where Element: RandomValue {
  static func random(_ random: inout SeededGenerator) -> [Element] {
    (0..<random.below(4)).map { _ in .random(&random) }
  }

  mutating func change(_ random: inout SeededGenerator) {
    switch random.below(6) {
    case 0: append(.random(&random))
    case 1: insert(.random(&random), at: random.below(count + 1))
    case 2 where !isEmpty: remove(at: random.below(count))
    case 3 where count > 1: swapAt(0, random.below(count))
    default: if !isEmpty { self[random.below(count)].change(&random) }
    }
  }

  var text: String { "[\(map(\.text).joined(separator: ", "))]" }
}

extension Set: RandomValue where Element: RandomValue {
  static func random(_ random: inout SeededGenerator) -> Set<Element> {
    var elements: Self = []
    for _ in 0..<random.below(4) { elements.add(.random(&random)) }
    return elements
  }

  /// Adds an element, but no second NaN, because no log can contain it.
  private mutating func add(_ element: Element) {
    if !contains(where: { $0.text == element.text }) { insert(element) }
  }

  mutating func change(_ random: inout SeededGenerator) {
    let element = Element.random(&random)
    if remove(element) == nil || random.below(3) == 0 { add(element) }
  }

  var text: String { "{\(map(\.text).sorted().joined(separator: ", "))}" }
}

extension Dictionary: RandomValue where Key: RandomValue, Value: RandomValue {
  static func random(_ random: inout SeededGenerator) -> [Key: Value] {
    var values: Self = [:]
    for _ in 0..<random.below(4) { values.add(.random(&random), .random(&random)) }
    return values
  }

  /// Sets the value of a key, but no second NaN, because no log can contain it.
  private mutating func add(_ key: Key, _ value: Value) {
    let exists = keys.contains { $0.text == key.text }
    if !exists || self[key] != nil { self[key] = value }
  }

  mutating func change(_ random: inout SeededGenerator) {
    // The keys are sorted, because the order of hashes differs between processes.
    let keys = keys.sorted { $0.text < $1.text }
    guard !keys.isEmpty, random.below(3) > 0 else {
      return add(.random(&random), .random(&random))
    }
    let key = keys[random.below(keys.count)]
    if random.below(4) == 0 { self[key] = nil } else { self[key]?.change(&random) }
  }

  var text: String { "{\(map { "\($0.text): \($1.text)" }.sorted().joined(separator: ", "))}" }
}

extension IdentifiedArray: RandomValue
where Element: RandomValue & Identifiable, ID == Element.ID {
  static func random(_ random: inout SeededGenerator) -> Self {
    var values: Self = []
    for _ in 0..<random.below(5) { values.append(.random(&random)) }
    return values
  }

  mutating func change(_ random: inout SeededGenerator) {
    switch random.below(6) {
    case 0: append(.random(&random))
    case 1: insert(.random(&random), at: random.below(count + 1))
    case 2 where !isEmpty: remove(at: random.below(count))
    default: if !isEmpty { self[random.below(count)].change(&random) }
    }
  }

  var text: String { "[\(map(\.text).joined(separator: ", "))]" }
}

extension IdentifiedValue: RandomValue where Value: RandomValue {
  static func random(_ random: inout SeededGenerator) -> Self {
    Self(id: random.below(50), value: .random(&random))
  }

  mutating func change(_ random: inout SeededGenerator) { value.change(&random) }

  var text: String { "\(id): \(value.text)" }
}

extension PresentationState: RandomValue where State: RandomValue {
  static func random(_ random: inout SeededGenerator) -> Self {
    Self(wrappedValue: .random(&random))
  }

  mutating func change(_ random: inout SeededGenerator) { wrappedValue.change(&random) }

  var text: String { wrappedValue.text }
}

extension Pair: RandomValue where First: RandomValue, Second: RandomValue {
  static func random(_ random: inout SeededGenerator) -> Self {
    Self(first: .random(&random), second: .random(&random))
  }

  mutating func change(_ random: inout SeededGenerator) {
    if random.below(2) == 0 { first.change(&random) } else { second.change(&random) }
  }

  var text: String { "(\(first.text), \(second.text))" }
}

extension Choice: RandomValue where Value: RandomValue {
  static func random(_ random: inout SeededGenerator) -> Self {
    switch random.below(3) {
    case 0: .none
    case 1: .one(.random(&random))
    default: .two(name: .random(&random), count: random.below(3), .random(&random))
    }
  }

  mutating func change(_ random: inout SeededGenerator) {
    guard random.below(4) > 0 else { return self = .random(&random) }
    switch self {
    case .none: break
    case .one(var value):
      value.change(&random)
      self = .one(value)
    case .two(let name, let count, var value):
      value.change(&random)
      self = .two(name: name, count: count + 1, value)
    }
  }

  var text: String {
    switch self {
    case .none: "none"
    case .one(let value): "one(\(value.text))"
    case .two(let name, let count, let value): "two(\(name.text), \(count), \(value.text))"
    }
  }
}

@Recordable
struct Tree<Value: Recordable> {
  var value: Value
  var children: [Tree<Value>] = []
}

extension Tree: Sendable where Value: Sendable {}

extension Tree: RandomValue where Value: RandomValue {
  static func random(_ random: inout SeededGenerator) -> Self {
    var tree = Self(value: .random(&random))
    while random.below(3) == 0 { tree.children.append(Self(value: .random(&random))) }
    return tree
  }

  mutating func change(_ random: inout SeededGenerator) {
    switch random.below(4) {
    case 0: value.change(&random)
    case 1: children.append(Self(value: .random(&random)))
    default:
      if children.isEmpty {
        value.change(&random)
      } else {
        children[random.below(children.count)].change(&random)
      }
    }
  }

  var text: String { "\(value.text)\(children.text)" }
}

@Recordable
indirect enum Chain<Value: Recordable> {
  case end
  case link(Value, Chain<Value>)
}

extension Chain: Sendable where Value: Sendable {}

extension Chain: RandomValue where Value: RandomValue {
  static func random(_ random: inout SeededGenerator) -> Self {
    random.below(2) == 0 ? .end : .link(.random(&random), .random(&random))
  }

  mutating func change(_ random: inout SeededGenerator) {
    guard case .link(var value, var rest) = self, random.below(5) > 0 else {
      return self = .random(&random)
    }
    if random.below(2) == 0 { value.change(&random) } else { rest.change(&random) }
    self = .link(value, rest)
  }

  var text: String {
    guard case .link(let value, let rest) = self else { return "." }
    return "\(value.text) > \(rest.text)"
  }
}
