/// The reason why bytes cannot be read as a value. Offsets are relative to the first byte read.
@_documentation(visibility: internal)
public enum RecordDecodingError: Error, Hashable, Codable, Sendable {
  /// The bytes end within a value.
  case truncated(offset: Int)
  /// An integer is not in its shortest form.
  case overlongInteger(offset: Int)
  /// An integer does not fit its type.
  case integerOutOfRange(type: String, offset: Int)
  /// A count exceeds the remaining bytes.
  case countExceedsInput(count: UInt64, remaining: Int, offset: Int)
  /// Text is not UTF-8.
  case invalidText(offset: Int)
  /// The index of a case is out of bounds.
  case invalidTag(UInt64, limit: Int, offset: Int)
  /// A value is nested too deeply.
  case tooDeep(limit: Int, offset: Int)
  /// A value that is read without its type takes more memory than allowed. The limit is in bytes.
  case tooLarge(limit: Int, offset: Int)
  /// Small changes of a large value, which is read without its type, move more than is allowed.
  case tooManyMoves(offset: Int)
  /// The bytes are well formed, but no value of the type has them.
  case invalidValue(type: String, description: String, offset: Int)
  /// A change does not fit the value that it is applied to.
  case changeDoesNotFit(description: String, offset: Int)
}

extension RecordDecodingError {
  /// Whether the bytes may be valid, but exceed a limit for reading without the app's types.
  package var isLimit: Bool {
    switch self {
    case .tooLarge, .tooManyMoves: true
    default: false
    }
  }
}

/// The reason why a value cannot be recorded.
///
///     let failure = RecordEncodingError.tooDeep(type: "Node", limit: 512)
///     print(failure)
public enum RecordEncodingError: Error, Hashable, Sendable {
  /// A value is nested too deeply.
  case tooDeep(type: String, limit: Int)
  /// A type that is recorded through `Codable` could not be encoded.
  case notEncodable(type: String, description: String)
  /// A part of the state is not a value, such as a function.
  case notAValue(path: String, description: String)
}

extension RecordDecodingError: CustomStringConvertible {
  /// A description of the fault and its offset.
  public var description: String {
    switch self {
    case .truncated(let offset):
      "the data ends within a value, at byte \(offset)"
    case .overlongInteger(let offset):
      "the integer at byte \(offset) is not in its shortest form"
    case .integerOutOfRange(let type, let offset):
      "the integer at byte \(offset) does not fit \(type)"
    case .countExceedsInput(let count, let remaining, let offset):
      "the count \(count) at byte \(offset) is larger than the \(remaining) bytes that follow"
    case .invalidText(let offset):
      "the text at byte \(offset) is not UTF-8"
    case .invalidTag(let tag, let limit, let offset):
      "there is no case \(tag) at byte \(offset), only \(limit) cases"
    case .tooDeep(let limit, let offset):
      "the value at byte \(offset) is nested more than \(limit) levels deep"
    case .tooLarge(let limit, let offset):
      """
      the values before byte \(offset) take more than \(limit >> 20) MiB of memory when they are \
      read without the app's types; the app itself may still replay them
      """
    case .tooManyMoves(let offset):
      """
      the change at byte \(offset) is one of very many that move a large list or text, which takes \
      too long without the app's types; the app itself may still replay them
      """
    case .invalidValue(let type, let description, let offset):
      "the value at byte \(offset) is not a valid \(type): \(description)"
    case .changeDoesNotFit(let description, let offset):
      "the change at byte \(offset) does not fit the state before it: \(description)"
    }
  }
}

extension RecordEncodingError: CustomStringConvertible {
  /// A description of the type that cannot be recorded, and the reason.
  public var description: String {
    switch self {
    case .tooDeep(let type, let limit):
      "a value of \(type) is nested more than \(limit) levels deep"
    case .notEncodable(let type, let description):
      "a value of \(type) could not be encoded: \(description)"
    case .notAValue(let path, let description):
      path.isEmpty ? "the state is \(description)" : "'\(path)' is \(description)"
    }
  }
}
