/// A use of `@Reducer` that cannot be expanded.
enum ReducerMisuse: Sendable {
  /// The type is no structure; the keyword says what it is.
  case notAStruct(keyword: String)
  /// The type is an enumeration of reducers.
  case enumeration
  /// There is a `body` and a `reduce(into:action:)`.
  case bodyAndReduce
}

/// What a diagnostic about `@Reducer` refers to.
enum ReducerNote: Sendable {
  /// The `body` that stands beside a `reduce(into:action:)`.
  case bodyIsHere
}
