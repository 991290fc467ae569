/// A use of `@ObservableState`, or of the marks of its parts, that cannot be expanded.
enum ObservableStateMisuse: Sendable {
  /// The type is neither a structure nor an enumeration; the keyword says what it is.
  case notAValue(keyword: String)
  /// The mark of a property stands at something else.
  case notAProperty(attribute: String)
}
