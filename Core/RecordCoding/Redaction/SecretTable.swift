import Locking

/// The secrets that a recording has met, in memory only: each has the number of its first coming.
package final class SecretTable: Sendable {
  private let numbers = Mutex<[Secret: Int]>([:])

  private struct Secret: Hashable {
    let type: ObjectIdentifier
    let bytes: [UInt8]

    init<Value>(_ value: Value, _ plain: borrowing RecordEncoder) {
      type = ObjectIdentifier(Value.self)
      bytes = plain.bytes
    }
  }

  /// A table of no secrets.
  package init() {}

  /// The token that stands for a value.
  func token<Value: Redactable>(
    for value: Value, reportingTo encoder: inout RecordEncoder
  ) -> Value {
    var plain = RecordEncoder()
    plain.encode(value)
    if let failure = plain.failure { encoder.fail(failure) }
    let secret = Secret(value, plain)
    let number = numbers.withLock { numbers in
      if let number = numbers[secret] { return number }
      let number = numbers.count + 1
      numbers[secret] = number
      return number
    }
    return value.redacted(asSecret: number)
  }

  /// The token of a value that has been met as a secret, or as one within an optional.
  package func knownToken<Value: Redactable>(for value: Value) -> Value? {
    (number(of: value) ?? number(of: Value?.some(value))).map(value.redacted)
  }

  private func number<Value: Redactable>(of value: Value) -> Int? {
    var plain = RecordEncoder()
    plain.encode(value)
    let secret = Secret(value, plain)
    return numbers.withLock { $0[secret] }
  }
}

/// What is written in the place of redacted values.
package enum Redaction: Sendable {
  /// The values, which are tokens already.
  case none
  /// The same for all, so that states can be compared without them.
  case masks
  /// A token for each.
  case tokens(SecretTable)
}

extension Redaction {
  /// Whether two values are the same apart from what is redacted.
  package static func isSame<Value: Recordable>(_ one: Value, _ other: Value) -> Bool {
    func bytes(_ value: Value) -> [UInt8] {
      var encoder = RecordEncoder()
      encoder.redaction = .masks
      encoder.encode(value)
      return encoder.bytes
    }
    return bytes(one) == bytes(other)
  }
}
