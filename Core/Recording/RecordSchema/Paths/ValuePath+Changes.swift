package import RecordCoding

extension ValuePath {
  package func changes(
    from old: RecordedValue?, to new: RecordedValue?, in schema: Schema
  ) -> [StateChange] {
    guard let old, let new else {
      return [StateChange(path: text, old: old, new: new, type: type)]
    }
    var comparison = ValueComparison(schema: schema, extent: .all)
    comparison.compare(old, new, as: type, path: text)
    return comparison.changes
  }
}
