extension RecordEncoder {
  /// Writes the change of a sequence: by element if the counts are equal, else as one splice.
  ///
  /// `isShared` tells of a position that both hold the same storage there up to the position that
  /// it returns, so that it need not be compared.
  package mutating func appendSequenceChange<Elements: RandomAccessCollection>(
    from old: Elements, to new: Elements, sharedRun: (Int) -> Int = { $0 }
  ) -> Bool where Elements.Index == Int, Elements.Element: Recordable {
    guard old.count == new.count else {
      appendSplice(from: old, to: new)
      return true
    }
    return appendElementChanges(from: old, to: new, sharedRun: sharedRun)
  }

  /// Writes byte 0, the count of changed elements, then for each its distance and its change.
  private mutating func appendElementChanges<Elements: RandomAccessCollection>(
    from old: Elements, to new: Elements, sharedRun: (Int) -> Int
  ) -> Bool where Elements.Index == Int, Elements.Element: Recordable {
    var changes = RecordEncoder()
    var changeCount = 0
    var next = 0
    var index = 0
    while index < new.count {
      let end = sharedRun(index)
      guard end == index else {
        index = end
        continue
      }
      let start = changes.bytes.count
      changes.append(count: index - next)
      if changes.encodeChange(from: old[index], to: new[index]) {
        changeCount += 1
        next = index + 1
      } else {
        changes.rewind(to: start)
      }
      index += 1
    }
    guard changeCount > 0 else { return false }
    append(byte: 0)
    append(count: changeCount)
    append(contentsOf: changes)
    return true
  }

  /// Writes byte 1, the length of the prefix, how many elements go, how many come, and those.
  private mutating func appendSplice<Elements: RandomAccessCollection>(
    from old: Elements, to new: Elements
  ) where Elements.Index == Int, Elements.Element: Recordable {
    let shorter = Swift.min(old.count, new.count)
    var prefix = 0
    while prefix < shorter, isSame(old[prefix], new[prefix]) { prefix += 1 }
    var suffix = 0
    while suffix < shorter - prefix,
      isSame(old[old.count - 1 - suffix], new[new.count - 1 - suffix])
    { suffix += 1 }
    append(byte: 1)
    append(count: prefix)
    append(count: old.count - prefix - suffix)
    append(count: new.count - prefix - suffix)
    for index in prefix..<(new.count - suffix) { encode(new[index]) }
  }

  /// Whether two values are recorded as the same bytes.
  private mutating func isSame<Value: Recordable>(_ old: Value, _ new: Value) -> Bool {
    let start = bytes.count
    let hasChanged = encodeChange(from: old, to: new)
    rewind(to: start)
    return !hasChanged
  }

  private mutating func append(contentsOf other: RecordEncoder) {
    bytes.append(contentsOf: other.bytes)
    if let failure = other.failure { fail(failure) }
  }
}
