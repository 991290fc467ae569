/// A type that is recorded as another: the raw value of an identifier, or a form of a foreign type.
///
/// Logs, scripts and differences show the wrapped value alone.
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
/// A `RawRepresentable` type needs only the name of `Recordable`: `extension UserID: Recordable {}`.
public protocol RecordableWrapper: Recordable {
  /// The type that is recorded.
  associatedtype RecordedValue: Recordable

  /// The value that is recorded.
  var recordedValue: RecordedValue { get }

  /// Creates the value of a recorded one; returns `nil` if there is none.
  init?(recordedValue: RecordedValue)
}

@_documentation(visibility: internal)
extension RecordableWrapper {
  /// Describes the type as the recorded one.
  public static func describe(in schema: SchemaBuilder) -> TypeReference {
    schema.reference(to: RecordedValue.self)
  }

  /// Writes the recorded value.
  public func record(into encoder: inout RecordEncoder) {
    recordedValue.record(into: &encoder)
  }

  /// Reads a recorded value, which must be one of the type's.
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

/// The structures that types of the standard library and of Foundation are recorded as.
@_documentation(visibility: internal)
public enum RecordedForms {}
