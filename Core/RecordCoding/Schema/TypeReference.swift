/// The recorded form of a type: a primitive, a container of other types, or a named type.
///
/// How a value of each form is written is described in `Documentation/LogFormat.md`, "Values".
public indirect enum TypeReference: Hashable, Sendable {
  /// `Bool`.
  case bool
  /// A signed integer of so many bits.
  case signed(bits: Int)
  /// An unsigned integer of so many bits.
  case unsigned(bits: Int)
  /// `Float`.
  case float
  /// `Double`.
  case double
  /// `String`.
  case string
  /// `Data`.
  case data
  /// `Date`, as seconds since 2001-01-01 UTC.
  case date
  /// `UUID`.
  case uuid
  /// `URL`, as its absolute string.
  case url
  /// A `Codable` type, as JSON with sorted keys; the name is the type's.
  case json(String)
  /// `Optional`.
  case optional(TypeReference)
  /// `Array`.
  case array(TypeReference)
  /// `IdentifiedArray`; the type is that of its elements.
  case identifiedArray(TypeReference)
  /// `Set`.
  case set(TypeReference)
  /// `Dictionary`.
  case dictionary(key: TypeReference, value: TypeReference)
  /// A tuple.
  case tuple([RecordField])
  /// A structure or an enumeration, by its place in the schema's table of types.
  case named(Int)
}

/// A field of a structure, or an element of a tuple or a payload, which may have no label.
public struct RecordField: Hashable, Sendable {
  /// The label, or `nil` where the source has none.
  public var name: String?
  /// The type of the field.
  public var type: TypeReference

  /// Creates a field.
  public init(_ name: String?, _ type: TypeReference) {
    self.name = name
    self.type = type
  }
}
