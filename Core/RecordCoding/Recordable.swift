/// A value that a session log can hold: it describes its form and writes itself and its changes.
///
/// `@Recordable` writes the four requirements. What they write must be canonical, the same bytes
/// for the same value, because a replay is verified by comparing bytes.
public protocol Recordable: SendableMetatype {
  /// Describes the form of the type.
  static func describe(in schema: SchemaBuilder) -> TypeReference

  /// Writes the whole value.
  func record(into encoder: inout RecordEncoder)

  /// Reads a value that `record(into:)` wrote.
  init(recorded decoder: inout RecordDecoder) throws(RecordDecodingError)

  /// Writes what differs from an older value, or writes nothing and returns `false` if nothing does.
  func recordChange(from old: Self, into encoder: inout RecordEncoder) -> Bool
}

/// Makes a structure or an enumeration recordable, field by field and case by case.
///
/// Every stored property and every associated value must be recordable itself. Computed and static
/// properties are left out, as are constants that are given their value where they are declared.
@attached(
  extension, conformances: Recordable,
  names: named(describe), named(record), named(init), named(recordChange))
public macro Recordable() =
  #externalMacro(module: "ComposableArchitectureMacros", type: "RecordableMacro")
