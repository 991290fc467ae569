/// A type that is recorded as a different type, such as an identifier recorded as its raw value.
///
/// Logs, scripts and differences show only the wrapped value.
///
///     struct Tagged<Tag, RawValue> {
///       var rawValue: RawValue
///     }
///
///     extension Tagged: Recordable, RecordableWrapper where RawValue: Recordable {
///       var recordedValue: RawValue { rawValue }
///       init(recordedValue: RawValue) { self.init(rawValue: recordedValue) }
///     }
///
/// A `RawRepresentable` type only declares its conformance: `extension UserID: Recordable {}`.
public protocol RecordableWrapper: Recordable {
  /// The type of the recorded value.
  associatedtype RecordedValue: Recordable

  /// The value that is recorded.
  var recordedValue: RecordedValue { get }

  /// Creates a value from its recorded form, or returns `nil` if there is no such value.
  init?(recordedValue: RecordedValue)
}

@_documentation(visibility: internal)
extension RecordableWrapper {
  /// Describes the type as the type of the recorded value.
  public static func describe(in schema: SchemaBuilder) -> TypeReference {
    schema.reference(to: RecordedValue.self)
  }

  /// Writes the recorded value.
  public func record(into encoder: inout RecordEncoder) {
    recordedValue.record(into: &encoder)
  }

  /// Reads a recorded value, which must be valid for the type.
  public init(recorded decoder: inout RecordDecoder) throws(RecordDecodingError) {
    let start = decoder.position
    let recordedValue = try RecordedValue(recorded: &decoder)
    guard let value = Self(recordedValue: recordedValue) else {
      throw .invalidValue(
        type: "\(Self.self)", description: String(reflecting: recordedValue), offset: start)
    }
    self = value
  }

  /// Writes the change of the recorded value.
  public func recordChange(from old: Self, into encoder: inout RecordEncoder) -> Bool {
    recordedValue.recordChange(from: old.recordedValue, into: &encoder)
  }
}

/// A namespace for the recorded forms of types of the standard library and Foundation.
@_documentation(visibility: internal)
public enum RecordedForms {}
