/// A row of a list of steps: a step, or a call below it.
package struct StepListItem: Equatable, Sendable {
  package let position: Int
  /// The index of the call among the calls of the step; `nil` for the step itself.
  package let call: Int?
}

/// The calls below the listed steps whose calls are unfolded.
struct OpenCalls {
  private struct Run {
    /// The row of the step among the listed steps.
    let stepRow: Int
    /// The number of rows of calls above the step.
    let callsBefore: Int
    let callCount: Int
  }

  /// The steps with unfolded calls, in order.
  private var runs: [Run] = []
  private(set) var callCount = 0

  mutating func append(stepRow: Int, callCount count: Int) {
    guard count > 0 else { return }
    runs.append(Run(stepRow: stepRow, callsBefore: callCount, callCount: count))
    callCount += count
  }

  /// Returns the row of a listed step among all rows.
  func row(ofStepRow stepRow: Int) -> Int {
    guard let run = lastRun(where: { $0.stepRow < stepRow }) else { return stepRow }
    return stepRow + run.callsBefore + run.callCount
  }

  /// Returns the row of the step among the listed steps, and the index of the call, of any row.
  func item(ofRow row: Int) -> (stepRow: Int, call: Int?) {
    guard let run = lastRun(where: { $0.stepRow + $0.callsBefore <= row }) else {
      return (row, nil)
    }
    let rest = row - run.stepRow - run.callsBefore
    guard rest <= run.callCount else { return (run.stepRow + rest - run.callCount, nil) }
    return (run.stepRow, rest == 0 ? nil : rest - 1)
  }

  private func lastRun(where isBefore: (Run) -> Bool) -> Run? {
    var (low, high) = (0, runs.count)
    while low < high {
      let middle = (low + high) / 2
      if isBefore(runs[middle]) { low = middle + 1 } else { high = middle }
    }
    return low > 0 ? runs[low - 1] : nil
  }
}

// Calls are rows below their step. They are folded at first, and unfolded if a filter found them.
extension StepListModel {
  /// Whether the calls of a step are listed.
  package func showsCalls(of position: Int) -> Bool {
    filter != nil && foundCalls.contains(Int32(position))
      || callExceptions.contains(Int32(position)) != opensAllCalls
  }

  /// Folds or unfolds the calls of the selected step. Returns `false` if it has none.
  @discardableResult
  package mutating func toggleCalls() -> Bool {
    guard source.callCount(at: selection) > 0 else { return false }
    let isOpen = showsCalls(of: selection)
    foundCalls.remove(Int32(selection))
    if isOpen == opensAllCalls {
      callExceptions.insert(Int32(selection))
    } else {
      callExceptions.remove(Int32(selection))
    }
    selectedCall = nil
    listCalls()
    return true
  }

  /// Folds or unfolds the calls of all steps.
  package mutating func toggleAllCalls() {
    opensAllCalls.toggle()
    callExceptions = []
    foundCalls = []
    selectedCall = nil
    listCalls()
  }

  /// Lists the unfolded calls again after the listed steps or the calls have changed.
  package mutating func listCalls() {
    openCalls = OpenCalls()
    if opensAllCalls {
      for row in 0..<listedCount { list(callsOfRow: row) }
    } else if !callExceptions.isEmpty || !foundCalls.isEmpty {
      let open = filter == nil ? callExceptions : callExceptions.union(foundCalls)
      for position in open.sorted() {
        let row = stepRow(of: Int(position))
        if stepPosition(ofRow: row) == Int(position) { list(callsOfRow: row) }
      }
    }
    if let call = selectedCall,
      !showsCalls(of: selection) || call >= source.callCount(at: selection)
    {
      selectedCall = nil
    }
    keepSelectionInSight()
  }

  private mutating func list(callsOfRow row: Int) {
    guard let position = stepPosition(ofRow: row), showsCalls(of: position) else { return }
    openCalls.append(stepRow: row, callCount: source.callCount(at: position))
  }
}
