/// A text to search steps for. The search ignores case unless the text has uppercase letters.
package struct StepListFilter: Equatable, Sendable {
  package let text: String
  private let bytes: [UInt8]
  private let isPlain: Bool
  private let isExact: Bool

  package init?(_ text: String) {
    guard !text.isEmpty else { return nil }
    self.text = text
    bytes = Array(text.utf8)
    isPlain = bytes.allSatisfy { $0 < 0x80 }
    isExact = text.contains(where: \.isUppercase)
  }

  package func matches(_ other: String) -> Bool {
    guard isPlain || isExact else { return other.lowercased().contains(text) }
    var other = other
    return other.withUTF8 { other in
      guard other.count >= bytes.count else { return false }
      let first = bytes[0]
      for start in 0...(other.count - bytes.count) where folded(other[start]) == first {
        var length = 1
        while length < bytes.count, folded(other[start + length]) == bytes[length] { length += 1 }
        if length == bytes.count { return true }
      }
      return false
    }
  }

  private func folded(_ byte: UInt8) -> UInt8 {
    !isExact && (65...90).contains(byte) ? byte | 0x20 : byte
  }
}

extension StepListModel {
  /// Whether the filter has not searched all steps yet. `continueFiltering(until:)` continues.
  package var isFiltering: Bool { filter != nil && filteredCount < source.count }

  package var filteredFraction: Double {
    source.count == 0 ? 1 : Double(filteredCount) / Double(source.count)
  }

  /// Shows only the steps that match a filter, or all steps for `nil`.
  package mutating func setFilter(_ filter: StepListFilter?) {
    guard let filter else {
      self.filter = nil
      foundCalls = []
      hideFolded()
      keepSelectionInSight()
      return
    }
    begin(filter)
  }

  /// Searches further steps until `isOver` returns `true`. Returns whether any step was found.
  @discardableResult
  package mutating func continueFiltering(until isOver: () -> Bool = { false }) -> Bool {
    guard let filter, filteredCount < source.count else { return false }
    let before = listedCount
    repeat {
      let hasCall = filter.matches(source.searchedCalls(at: filteredCount))
      if hasCall { foundCalls.insert(Int32(filteredCount)) }
      if hasCall || filter.matches(source.searchedText(at: filteredCount)) {
        visible?.append(Int32(filteredCount))
      }
      filteredCount += 1
    } while filteredCount < source.count && (filteredCount & 0xF != 0 || !isOver())
    guard listedCount > before else { return false }
    listCalls()
    return true
  }

  mutating func begin(_ filter: StepListFilter) {
    self.filter = filter
    filteredCount = 0
    visible = []
    foundCalls = []
    offset = 0
    listCalls()
  }
}
