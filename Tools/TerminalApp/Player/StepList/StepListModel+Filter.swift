package import SessionDocument

extension StepListModel {
  /// Whether the filter has not searched all steps yet. `continueFiltering(until:)` continues.
  package var isFiltering: Bool { filter != nil && filteredCount < source.count }

  package var filteredFraction: Double {
    source.count == 0 ? 1 : Double(filteredCount) / Double(source.count)
  }

  /// Shows only the steps that match a filter, or all steps for `nil`.
  package mutating func setFilter(_ filter: SearchedText?) {
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

  mutating func begin(_ filter: SearchedText) {
    self.filter = filter
    filteredCount = 0
    visible = []
    foundCalls = []
    offset = 0
    listCalls()
  }
}
