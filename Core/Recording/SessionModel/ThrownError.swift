package import RecordCoding

/// An error that a call threw, of a type that the endpoint does not name.
package struct ThrownError: Hashable, Sendable {
  /// The type and the texts of the error.
  package let description: RecordedError
  /// The mangled name of the type if `value` can be decoded in an app with this type; otherwise
  /// empty.
  package let typeName: String
  /// The error in the form that its type determines.
  package let value: [UInt8]

  package init(description: RecordedError, typeName: String, value: [UInt8]) {
    (self.description, self.typeName, self.value) = (description, typeName, value)
  }

  package var length: Int {
    description.type.utf8.count + description.text.utf8.count
      + (description.details?.utf8.count ?? 0) + typeName.utf8.count + value.count
  }

  func record(into encoder: inout RecordEncoder) {
    encoder.encode(description)
    encoder.encode(typeName)
    encoder.append(contentsOf: value)
  }

  init(from decoder: inout RecordDecoder) throws(RecordDecodingError) {
    description = try decoder.decode()
    typeName = try decoder.decode()
    value = Array(try decoder.take(decoder.remaining))
  }
}
