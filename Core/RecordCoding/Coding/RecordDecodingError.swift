/// Why bytes could not be read as a value; offsets count from the first byte that was read.
public enum RecordDecodingError: Error, Hashable, Codable, Sendable {
  /// The bytes end within a value.
  case truncated(offset: Int)
  /// An integer is not in its shortest form.
  case overlongInteger(offset: Int)
  /// An integer does not fit its type.
  case integerOutOfRange(type: String, offset: Int)
  /// A count is larger than the bytes that are left can hold.
  case countExceedsInput(count: UInt64, remaining: Int, offset: Int)
  /// Text is not UTF-8.
  case invalidText(offset: Int)
  /// There are not so many cases.
  case invalidTag(UInt64, limit: Int, offset: Int)
  /// A value is nested too deeply.
  case tooDeep(limit: Int, offset: Int)
  /// A value takes more memory, read without its type, than was allowed. The limit is in bytes.
  case tooLarge(limit: Int, offset: Int)
  /// Changes of a few bytes move more of a large value, read without its type, than was allowed.
  case tooManyMoves(offset: Int)
  /// The bytes are well formed but no value of the type has them.
  case invalidValue(type: String, description: String, offset: Int)
  /// A change does not fit the value that it is applied to.
  case changeDoesNotFit(description: String, offset: Int)
}

extension RecordDecodingError {
  /// Whether the bytes may be right, but ask for too much to be read without the app's types.
  package var isLimit: Bool {
    switch self {
    case .tooLarge, .tooManyMoves: true
    default: false
    }
  }
}

/// Why a value cannot be recorded.
public enum RecordEncodingError: Error, Hashable, Sendable {
  /// A value is nested too deeply.
  case tooDeep(type: String, limit: Int)
  /// A type that is recorded through `Codable` could not be encoded.
  case notEncodable(type: String, description: String)
  /// A part of the state is no value, such as a function, and cannot be recorded as one.
  case notAValue(path: String, description: String)
}
