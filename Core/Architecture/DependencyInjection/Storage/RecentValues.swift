/// A table of values that keeps only the most recently used ones.
package struct RecentValues<Key: Hashable, Value> {
  private struct Entry {
    var value: Value
    var lastUse: UInt64
  }

  private let limit: Int
  private var entries: [Key: Entry] = [:]
  private var useCount: UInt64 = 0

  /// Creates an empty list that keeps up to `limit` values.
  package init(limit: Int) {
    self.limit = limit
  }

  package var values: [Value] { entries.values.map(\.value) }

  /// Returns the value of a key, or adds one. Beyond the limit, the less recent half is discarded.
  ///
  /// Values for which `isInUse` returns `true` stay.
  package mutating func value(
    of key: Key, orElse make: () -> Value, isInUse: (Value) -> Bool = { _ in false }
  ) -> Value {
    useCount += 1
    entries[key]?.lastUse = useCount
    if let entry = entries[key] { return entry.value }
    if entries.count >= limit { discard(isInUse) }
    let value = make()
    entries[key] = Entry(value: value, lastUse: useCount)
    return value
  }

  private mutating func discard(_ isInUse: (Value) -> Bool) {
    let uses = entries.values.map(\.lastUse).sorted()
    let oldest = uses[uses.count / 2]
    entries = entries.filter { $0.value.lastUse >= oldest || isInUse($0.value.value) }
  }
}
