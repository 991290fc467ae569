/// What is wrong with two values that should be equal.
enum DifferenceFailure<Value> {
  /// Two values differ.
  case notEqual(first: Value, second: Value, note: String?)
  /// A value was to change in another way than it did.
  case wrongChange(expected: Value, actual: Value, note: String?)
  /// A value could not be had.
  case threw(any Error, note: String?)
}
