package import RecordSchema

/// The values at some paths, as the steps of a log change them.
package struct FollowedValues {
  private var paths: [ValuePath]
  /// What was at the paths when they were last looked at; `nil` for what was not there.
  package private(set) var last: [RecordedValue?]

  /// Looks at a state for the first time.
  package init(_ paths: [ValuePath], in state: RecordedValue) {
    self.paths = paths.map { $0.isShortened ? $0.resolved(in: state) ?? $0 : $0 }
    last = self.paths.map { $0.value(in: state) }
  }

  /// Looks at a state, and returns what is another value than the last time.
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
