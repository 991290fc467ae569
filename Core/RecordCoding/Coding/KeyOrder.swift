/// Checks that keys come in the order of their bytes, none of them twice.
package struct KeyOrder {
  private var last: ArraySlice<UInt8>?

  /// Creates an order before the first key.
  package init() {}

  /// Whether these bytes may follow those that came before.
  package mutating func isNext(_ bytes: ArraySlice<UInt8>) -> Bool {
    defer { last = bytes }
    guard let last else { return true }
    return last.lexicographicallyPrecedes(bytes)
  }
}
