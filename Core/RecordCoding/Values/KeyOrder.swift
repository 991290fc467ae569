/// Checks that keys come in the order of their bytes, none of them twice.
struct KeyOrder {
  private var last: ArraySlice<UInt8>?

  /// Whether these bytes may follow those that came before.
  mutating func isNext(_ bytes: ArraySlice<UInt8>) -> Bool {
    defer { last = bytes }
    guard let last else { return true }
    return last.lexicographicallyPrecedes(bytes)
  }
}
