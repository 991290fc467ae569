package import RecordCoding

/// The first place where two values of a type differ, as a person would write it.
///
/// `shoppingList.products[id: 3F2A…].name`, `favoritePrimes[2]`, `counts["a"]`. The path is empty
/// if the values differ as a whole.
package struct ValueDifference: Hashable, Sendable {
  /// What stands for an element that is not there.
  package static let noElement = "no element"

  /// Where the values differ.
  package let path: String
  /// The text of what the first value has there.
  package let expected: String
  /// The text of what the second value has there.
  package let actual: String

  /// The first difference between two values of a type, or `nil` if they are the same.
  package static func first(
    expected: RecordedValue, actual: RecordedValue, as type: TypeReference, in schema: Schema
  ) -> Self? {
    ValueComparison(schema: schema).difference(expected, actual, as: type, path: "")
  }

  init(path: String, expected: String, actual: String) {
    self.path = path
    self.expected = expected
    self.actual = actual
  }
}
