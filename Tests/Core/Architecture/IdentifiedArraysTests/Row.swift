struct Row: Codable, Comparable, Hashable, Identifiable, Sendable {
  let id: Int
  var name = ""

  static func < (lhs: Row, rhs: Row) -> Bool { lhs.id < rhs.id }
}

/// A SplitMix64 generator, which returns the same numbers for the same seed on all platforms.
struct SeededGenerator: RandomNumberGenerator {
  var state: UInt64

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var bits = state
    bits = (bits ^ (bits >> 30)) &* 0xBF58_476D_1CE4_E5B9
    bits = (bits ^ (bits >> 27)) &* 0x94D0_49BB_1331_11EB
    return bits ^ (bits >> 31)
  }
}
