/// A result without a value, which reports only success or failure: `Result<Void, any Error>`.
///
/// `Void` cannot conform to a protocol, so such a result is not `Recordable`. It can still be
/// recorded as the associated value of a case.
@_documentation(visibility: internal)
public protocol VoidResult<Failure> {
  /// The type of the error.
  associatedtype Failure: Error

  /// The recorded form.
  var recorded: Result<RecordedVoid, Failure> { get }

  /// Returns the result with a recorded form.
  // An initializer would be a candidate for `Result { }`, and errors in the closure would name it.
  static func restored(from recorded: Result<RecordedVoid, Failure>) -> Self
}

extension Result: VoidResult where Success == Void {
  /// The result with a value that can be recorded.
  public var recorded: Result<RecordedVoid, Failure> { map { RecordedVoid() } }

  /// Returns the result with a recorded form.
  public static func restored(from recorded: Result<RecordedVoid, Failure>) -> Self {
    recorded.map { _ in }
  }
}

/// The recorded form of `Void`: `()`.
@_documentation(visibility: internal)
public struct RecordedVoid: Recordable, Sendable {
  /// Creates the only value.
  public init() {}

  /// Describes the type as a tuple without elements.
  public static func describe(in schema: SchemaBuilder) -> TypeReference { .tuple([]) }

  /// Writes the byte of a value without content.
  public func record(into encoder: inout RecordEncoder) { encoder.appendUnit() }

  /// Reads the byte of a value without content.
  public init(recorded decoder: inout RecordDecoder) throws(RecordDecodingError) {
    try decoder.unit()
  }

  /// Returns `false`, because all values are equal.
  public func recordChange(from old: Self, into encoder: inout RecordEncoder) -> Bool { false }
}

// Generated code calls these methods, like the methods in `GeneratedParts.swift`.

extension RecordEncoder {
  /// Writes an associated value that is a result without a value.
  public mutating func encode<Part: VoidResult>(part value: Part) {
    encode(value.recorded)
  }

  /// Writes the change of an associated value that is a result without a value.
  public mutating func field<Part: VoidResult>(
    part index: Int, of product: ProductChange, from old: Part, to new: Part
  ) {
    field(index, of: product, from: old.recorded, to: new.recorded)
  }
}

extension RecordDecoder {
  /// Reads an associated value that is a result without a value.
  public mutating func decodePart<Part: VoidResult>() throws(RecordDecodingError) -> Part {
    .restored(from: try decode())
  }

  /// Reads the only associated value of a case, which is a result without a value.
  public mutating func decodeCase<Part: VoidResult, Enum>(
    _ make: (Part) -> Enum
  ) throws(RecordDecodingError) -> Enum {
    make(try decodePart())
  }
}
