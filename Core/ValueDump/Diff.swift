/// Returns the fields in which two values differ, or nil when the values are equal.
///
/// Values are equal as their types' `==` has it, and field by field where they have none. What did
/// not change is folded. Values that `==` tells apart but that dump the same are said to be such.
public func diff<T>(_ lhs: T, _ rhs: T, format: DiffFormat = .default) -> String? {
  var differ = Differ()
  guard !StructuralEquality.areEqual(lhs, rhs, names: differ.names) else { return nil }
  differ.diff(lhs, rhs)
  return differ.lines.map { $0.description(in: format) }.joined(separator: "\n")
}
