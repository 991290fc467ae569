extension RecordEncoder {
  /// Writes the change of a sequence: by element if the counts are equal, else as one splice.
  ///
  /// `sharedRun` tells of a position that both hold the same storage there up to the position that
  /// it returns, so that it need not be compared.
  @inlinable
  package mutating func appendSequenceChange<Elements: RandomAccessCollection>(
    from old: Elements, to new: Elements, sharedRun: (Int) -> Int = { $0 }
  ) -> Bool where Elements.Index == Int, Elements.Element: Recordable {
    guard old.count == new.count else {
      appendSplice(from: old, to: new, sharedRun: sharedRun)
      return true
    }
    return appendElementChanges(from: old, to: new, sharedRun: sharedRun)
  }

  /// Writes byte 0, the count of changed elements, then for each its distance and its change.
  @inlinable
  mutating func appendElementChanges<Elements: RandomAccessCollection>(
    from old: Elements, to new: Elements, sharedRun: (Int) -> Int
  ) -> Bool where Elements.Index == Int, Elements.Element: Recordable {
    let start = storage.count
    // The second byte stands for the count, which is known at the end.
    append(byte: 0)
    append(byte: 0)
    var changeCount = 0
    var next = 0
    var index = 0
    let count = new.count
    while index < count {
      let end = sharedRun(index)
      guard end == index else {
        index = end
        continue
      }
      let place = storage.count
      append(count: index - next)
      if encodeChange(from: old[index], to: new[index]) {
        changeCount += 1
        next = index + 1
      } else {
        rewind(to: place)
      }
      index += 1
    }
    guard changeCount > 0 else {
      rewind(to: start)
      return false
    }
    replaceByte(at: start + 1, withCount: changeCount)
    return true
  }

  /// Writes byte 1, the length of the prefix, how many elements go, how many come, and those.
  @inlinable
  mutating func appendSplice<Elements: RandomAccessCollection>(
    from old: Elements, to new: Elements, sharedRun: (Int) -> Int
  ) where Elements.Index == Int, Elements.Element: Recordable {
    let shorter = Swift.min(old.count, new.count)
    var prefix = 0
    while prefix < shorter {
      let end = sharedRun(prefix)
      guard end == prefix else {
        prefix = end
        continue
      }
      guard isSame(old[prefix], new[prefix]) else { break }
      prefix += 1
    }
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

  /// Whether two values are recorded as the same storage.
  @inlinable
  mutating func isSame<Value: Recordable>(_ old: Value, _ new: Value) -> Bool {
    let start = storage.count
    let hasChanged = encodeChange(from: old, to: new)
    rewind(to: start)
    return !hasChanged
  }
}
