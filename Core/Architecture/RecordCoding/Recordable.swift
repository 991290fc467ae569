/// A value that can be stored in a session log.
///
///     @Recordable
///     struct Cart {
///       var items: [String] = []
///     }
///
/// `CodableRecordable` records a `Codable` type as JSON. `RecordableWrapper` records a wrapper as
/// its wrapped value. A `RawRepresentable` type only needs `extension OrderID: Recordable {}`.
public protocol Recordable: SendableMetatype {
  // The written bytes must be canonical, because a replay is verified by comparing bytes.

  /// Describes the structure of the type.
  @_documentation(visibility: internal)
  static func describe(in schema: SchemaBuilder) -> TypeReference

  /// Writes the whole value.
  @_documentation(visibility: internal)
  func record(into encoder: inout RecordEncoder)

  /// Reads a value that `record(into:)` wrote.
  @_documentation(visibility: internal)
  init(recorded decoder: inout RecordDecoder) throws(RecordDecodingError)

  /// Writes the change from an older value. Returns `false` if there is none.
  @_documentation(visibility: internal)
  func recordChange(from old: Self, into encoder: inout RecordEncoder) -> Bool

  /// Writes the change like `recordChange(from:into:)`, and updates the old value.
  ///
  /// The default implementation is usually sufficient. Collections implement this method to skip
  /// memory that both values share. If the values do not share their storage afterwards, every
  /// later change must be visible in the memory of the value itself. Both values are accessed in
  /// place, because even retaining them would be measurable.
  @_documentation(visibility: internal)
  static func advance(
    _ old: UnsafeMutablePointer<Self>, to new: UnsafePointer<Self>,
    into encoder: inout RecordEncoder
  ) -> Bool
}

@_documentation(visibility: internal)
extension Recordable {
  /// Compares the values and copies the new one.
  @inlinable
  public static func advance(
    _ old: UnsafeMutablePointer<Self>, to new: UnsafePointer<Self>,
    into encoder: inout RecordEncoder
  ) -> Bool {
    advanceWhole(old, to: new, into: &encoder)
  }

  /// Compares the values as a whole and copies the new one.
  // A value that is moved, or copied once, is not retained again for each call that reads it.
  @inlinable
  static func advanceWhole(
    _ old: UnsafeMutablePointer<Self>, to new: UnsafePointer<Self>,
    into encoder: inout RecordEncoder
  ) -> Bool {
    let last = old.move()
    let next = new.pointee
    let hasChanged = encoder.encodeChange(from: last, to: next)
    // Copy equal values in different memory, too, to avoid comparing them again.
    old.initialize(to: next)
    return hasChanged
  }
}

/// Makes a structure or an enumeration recordable, field by field and case by case.
///
/// Every stored property and every associated value must be recordable. Computed properties, static
/// properties, and constants with an initial value are left out.
///
/// A log that was recorded before a property or an associated value was added lacks its value. In a
/// replay, the initial value of the property, or the default of the associated value, replaces it.
@attached(member, conformances: Recordable, names: named(recordedHistory), named(recordChange))
@attached(
  extension, conformances: Recordable,
  names: named(describe), named(record), named(init), named(recordChange))
public macro Recordable() =
  #externalMacro(module: "ComposableArchitectureMacros", type: "RecordableMacro")

/// Declares an earlier name of a stored property or a case of a `@Recordable` type.
///
///     @RecordedAs("number") var count = 0
///
/// The attribute can be repeated. Types need no attribute, because they are identified by position.
@attached(peer)
public macro RecordedAs(_ name: String) =
  #externalMacro(module: "ComposableArchitectureMacros", type: "RecordedAsMacro")

/// Declares the conversion of a stored property from an earlier one.
///
///     @RecordedAs("count", converting: { (old: Int) in Double(old) }) var count = 0.0
///
/// The conversion must be deterministic. It does not apply to logs with the property's own name and
/// type.
@attached(peer)
public macro RecordedAs<Old: Recordable, New: Recordable>(
  _ name: String, converting convert: (Old) -> New
) = #externalMacro(module: "ComposableArchitectureMacros", type: "RecordedAsMacro")
