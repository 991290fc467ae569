/// A use of `@Reducer` that cannot be expanded.
enum ReducerMisuse: Sendable {
  /// The type is neither a structure nor an enumeration; the keyword says what it is.
  case notAValue(keyword: String)
  /// A case of an enumeration of reducers holds something else than one feature.
  case notAFeature(name: String)
  /// The mark of a case stands at something else.
  case notACase(attribute: String)
  /// Conformances are named for a structure, where they can be written.
  case conformancesOfStruct
  /// There is a `body` and a `reduce(into:action:)`.
  case bodyAndReduce
}

/// What a diagnostic about `@Reducer` refers to.
enum ReducerNote: Sendable {
  /// The `body` that stands beside a `reduce(into:action:)`.
  case bodyIsHere
}
