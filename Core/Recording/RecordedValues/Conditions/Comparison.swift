/// A comparison of two values in a condition.
package enum Comparison: Sendable {
  case equal
  case unequal
  case atMost
  case atLeast
  case less
  case greater

  /// The signs of all comparisons. A sign comes before the signs that it begins with.
  package static let signs: [(text: String, comparison: Comparison)] = [
    ("==", .equal), ("!=", .unequal), ("<=", .atMost), (">=", .atLeast), ("=", .equal),
    ("<", .less), (">", .greater),
  ]

  package func holds<Value: Comparable>(_ one: Value, _ other: Value) -> Bool {
    switch self {
    case .equal: one == other
    case .unequal: one != other
    case .atMost: one <= other
    case .atLeast: one >= other
    case .less: one < other
    case .greater: one > other
    }
  }
}
