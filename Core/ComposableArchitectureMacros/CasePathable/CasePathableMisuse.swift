/// A use of `@CasePathable` that cannot be expanded.
enum CasePathableMisuse: Sendable {
  /// The type has no cases; the keyword says what it is.
  case notAnEnum(keyword: String)
  /// The name of the case is that of a case before it.
  case overload(name: String)
}
