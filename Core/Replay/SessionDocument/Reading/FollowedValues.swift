package import RecordedValues

/// The values at a list of paths, compared from state to state.
package struct FollowedValues {
  private var paths: [ValuePath]
  /// The values at the paths in the last state; `nil` for paths without a value.
  package private(set) var last: [RecordedValue?]

  package init(_ paths: [ValuePath], in state: RecordedValue) {
    self.paths = paths.map { $0.isShortened ? $0.resolved(in: state) ?? $0 : $0 }
    last = self.paths.map { $0.value(in: state) }
  }

  /// Reads the values of a state, and returns the values that differ from the previous state.
  package mutating func look(
    at state: RecordedValue
  ) -> [(path: ValuePath, old: RecordedValue?, new: RecordedValue?)] {
    var changed: [(path: ValuePath, old: RecordedValue?, new: RecordedValue?)] = []
    for index in paths.indices {
      if paths[index].isShortened, let whole = paths[index].resolved(in: state) {
        paths[index] = whole
      }
      let new = paths[index].value(in: state)
      if last[index] == new { continue }
      changed.append((paths[index], last[index], new))
      last[index] = new
    }
    return changed
  }
}
