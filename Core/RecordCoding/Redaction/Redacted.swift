/// A value that no log may hold: a token of its shape is recorded in its place.
///
///     @Redacted var password = ""
///     case passwordChanged(Redacted<String>)
///
/// Within a log the same value has the same token, and another value another one. In a replay the
/// reducer works with the tokens. What it does by comparing such values, or by the length of a text,
/// goes as recorded; what it does by their content may not. What is within a redacted field is not
/// compared.
///
/// A text, UUID, URL or data that is a secret is a token in all that is written from then on, marked
/// or not; from four characters on as a part of other texts, too. What was written before cannot be
/// taken back, and numbers, dates and the like are not recognised: mark every place that keeps them.
@propertyWrapper
public struct Redacted<Value: Redactable> {
  /// The value itself.
  public var wrappedValue: Value

  /// Marks a value as one that no log may hold.
  public init(wrappedValue: Value) {
    self.wrappedValue = wrappedValue
  }

  /// Marks a value as one that no log may hold.
  public init(_ value: Value) {
    self.init(wrappedValue: value)
  }
}

extension Redacted: Equatable where Value: Equatable {}
extension Redacted: Hashable where Value: Hashable {}
extension Redacted: Sendable where Value: Sendable {}

extension Redacted: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
  /// Always the same, whatever the value.
  public var description: String { "redacted" }
  /// Always the same, whatever the value.
  public var debugDescription: String { description }
  /// A mirror that shows nothing of the value.
  public var customMirror: Mirror { Mirror(self, children: [:]) }
}
