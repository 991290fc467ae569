/// A result that tells only whether something succeeded: `Result<Void, any Error>`.
///
/// `Void` can conform to no protocol, so that such a result is not `Recordable`. As the associated
/// value of a case it is recorded all the same.
@_documentation(visibility: internal)
public protocol VoidResult<Failure> {
  /// The type of the error.
  associatedtype Failure: Error

  /// The recorded form.
  var recorded: Result<RecordedVoid, Failure> { get }

  /// Creates the result of its recorded form.
  init(recorded: Result<RecordedVoid, Failure>)
}

extension Result: VoidResult where Success == Void {
  /// The result, with a value that can be recorded.
  public var recorded: Result<RecordedVoid, Failure> { map { RecordedVoid() } }

  /// Creates the result of its recorded form.
  public init(recorded: Result<RecordedVoid, Failure>) { self = recorded.map { _ in } }
}

/// The recorded form of `Void`: `()`.
@_documentation(visibility: internal)
public struct RecordedVoid: Recordable, Sendable {
  /// Creates the only value.
  public init() {}

  /// Describes the type as a tuple without elements.
  public static func describe(in schema: SchemaBuilder) -> TypeReference { .tuple([]) }

  /// Writes that there is a value.
  public func record(into encoder: inout RecordEncoder) { encoder.appendUnit() }

  /// Reads that there is a value.
  public init(recorded decoder: inout RecordDecoder) throws(RecordDecodingError) {
    try decoder.unit()
  }

  /// Writes nothing: all values are the same.
  public func recordChange(from old: Self, into encoder: inout RecordEncoder) -> Bool { false }
}

// What `@Recordable` writes uses these names, as those in `GeneratedParts.swift`.

extension RecordEncoder {
  /// Writes an associated value of the type.
  public mutating func encode<Part: VoidResult>(part value: Part) {
    encode(value.recorded)
  }

  /// Writes the change of an associated value of the type.
  public mutating func field<Part: VoidResult>(
    part index: Int, of product: ProductChange, from old: Part, to new: Part
  ) {
    field(index, of: product, from: old.recorded, to: new.recorded)
  }
}

extension RecordDecoder {
  /// Reads an associated value of the type.
  public mutating func decodePart<Part: VoidResult>() throws(RecordDecodingError) -> Part {
    Part(recorded: try decode())
  }

  /// Reads the only associated value of a case.
  public mutating func decodeCase<Part: VoidResult, Enum>(
    _ make: (Part) -> Enum
  ) throws(RecordDecodingError) -> Enum {
    make(try decodePart())
  }
}
