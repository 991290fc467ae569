package import DependencyInjection
import Foundation
import RecordCoding

/// The calls with which effects read, change, load and save shared values.
///
/// If the values are part of the state, the log contains them. The calls show which effect accessed
/// a value, and when. References that effects read without a call have the recorded value, because
/// all changes are in the log.
package enum SharedCall {
  /// The creation of a reference to the value of a key.
  package static let read = id("read")
  /// A change with `withLock`, which saves the value.
  package static let change = id("change")
  /// A call of `load()`.
  package static let load = id("load")
  /// A call of `save()`.
  package static let save = id("save")

  private static func id(_ name: String) -> EndpointID {
    EndpointID("sharedState.\(name)", of: SharedCall.self)
  }

  /// Whether the current code is part of an effect that is recorded or replayed.
  static var isObserved: Bool { ObservedEffect.areObserved && ObservedEffect.current != nil }

  /// Reads a value. In a replay, returns the value from the log instead.
  static func read<Value>(_ key: String, _ live: () -> Value) -> Value {
    guard Value.self is any Recordable.Type else {
      return EffectCall.perform(unrecordable(Value.self), ()) { live() }
    }
    var value: Value?
    let bytes = EffectCall.perform(read, key) {
      let read = live()
      value = read
      return described(read, key)
    }
    return value ?? answer(bytes, of: key) ?? live()
  }

  /// Loads a value. In a replay, returns the value from the log instead.
  static func load<Value>(
    _ key: String, _ live: () async throws -> Value
  ) async throws -> Value {
    guard isObserved else { return try await live() }
    guard Value.self is any Recordable.Type else {
      return try await EffectCall.perform(unrecordable(Value.self), ()) {
        _ async throws(any Error) in try await live()
      }
    }
    var value: Value?
    let bytes = try await EffectCall.perform(load, key) { _ async throws(any Error) in
      let loaded = try await live()
      value = loaded
      return described(loaded, key)
    }
    if let value = value ?? answer(bytes, of: key) { return value }
    return try await live()
  }

  /// Saves a value. In a replay, the outcome comes from the log.
  static func save(
    _ key: String, _ value: some Any, _ live: () async throws -> Void
  ) async throws {
    try await EffectCall.perform(save, (key, text(of: value))) { _ async throws(any Error) in
      try await live()
    }
  }

  /// Reports that a value was changed.
  static func noteChange<Value>(of key: String, to value: Value) {
    guard Value.self is any Recordable.Type else {
      return EffectCall.perform(unrecordable(Value.self), ()) {}
    }
    EffectCall.perform(change, (key, text(of: value))) {}
  }

  /// The endpoint of a value that cannot be recorded. Logs don't contain it, so its name is
  /// reported.
  private static func unrecordable(_ type: Any.Type) -> EndpointID { id("Shared<\(type)>") }

  // MARK: Values

  private static func encoded(_ value: some Any) -> [UInt8] {
    (value as? any Recordable)?.recordedBytes ?? []
  }

  /// Returns a value as the answer of a call.
  private static func described(_ value: some Any, _ key: String) -> Data {
    func described(_ value: some Recordable) -> Data {
      Data(DescribedValue(of: value, key: key).content)
    }
    return (value as? any Recordable).map { described($0) } ?? Data()
  }

  /// Returns the value of a call's answer; `nil` if it cannot be read as the current type.
  private static func answer<Value>(_ answer: Data, of key: String) -> Value? {
    func read<Recorded: Recordable>(_ type: Recorded.Type) -> Value? {
      DescribedValue(content: [UInt8](answer)).read(as: type, of: key) as? Value
    }
    return (Value.self as? any Recordable.Type).flatMap { read($0) }
  }

  /// The minimum length of a value that is compared only by its digest.
  private static let maxLength = 256

  /// Returns the form in which a replay compares a value with the recording: numbers and texts are
  /// unchanged, and any other value is encoded.
  private static func text(of value: some Any) -> String {
    let encoded = encoded(value)
    guard encoded.count <= maxLength else {
      return "\(encoded.count) bytes with the digest \(encoded.withUnsafeBytes { Digest($0) }.text)"
    }
    if let value = value as? any LosslessStringConvertible { return value.description }
    return Data(encoded).base64EncodedString()
  }
}
