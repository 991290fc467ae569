extension RecordDecodingError: CustomStringConvertible {
  /// What is wrong with the bytes, and where.
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
      "the value at byte \(offset) is no \(type): \(description)"
    case .changeDoesNotFit(let description, let offset):
      "the change at byte \(offset) does not fit the state before it: \(description)"
    }
  }
}

extension RecordEncodingError: CustomStringConvertible {
  /// What cannot be recorded, and why.
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
