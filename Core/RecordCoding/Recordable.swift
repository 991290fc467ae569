/// A value that a session log can hold.
///
///     @Recordable
///     struct Cart {
///       var items: [String] = []
///     }
///
/// `CodableRecordable` makes a `Codable` type recordable as JSON, `RecordableWrapper` a wrapper as what
/// it wraps, and `extension OrderID: Recordable {}` a type that is `RawRepresentable`.
public protocol Recordable: SendableMetatype {
  // What these write must be canonical, the same bytes for the same value: a replay is verified by
  // comparing bytes.

  /// Describes the form of the type.
  @_documentation(visibility: internal)
  static func describe(in schema: SchemaBuilder) -> TypeReference

  /// Writes the whole value.
  @_documentation(visibility: internal)
  func record(into encoder: inout RecordEncoder)

  /// Reads a value that `record(into:)` wrote.
  @_documentation(visibility: internal)
  init(recorded decoder: inout RecordDecoder) throws(RecordDecodingError)

  /// Writes the change from an older value; returns `false` if there is none.
  @_documentation(visibility: internal)
  func recordChange(from old: Self, into encoder: inout RecordEncoder) -> Bool

  /// Writes the change, as `recordChange(from:into:)` does, and updates the old value.
  ///
  /// There is no need to write it; collections do, to pass over memory that both have in common.
  /// Where the two do not share their storage afterwards, the memory of the value itself must show
  /// every later change.
  /// Both values are looked at where they stand, as even to retain them would be felt.
  @_documentation(visibility: internal)
  static func advance(
    _ old: UnsafeMutablePointer<Self>, to new: UnsafePointer<Self>,
    into encoder: inout RecordEncoder
  ) -> Bool
}

@_documentation(visibility: internal)
extension Recordable {
  /// Compares the values, and copies the new one.
  @inlinable
  public static func advance(
    _ old: UnsafeMutablePointer<Self>, to new: UnsafePointer<Self>,
    into encoder: inout RecordEncoder
  ) -> Bool {
    advanceWhole(old, to: new, into: &encoder)
  }

  /// Compares the values as wholes, and copies the new one.
  // What is moved and what is copied once need not be retained for each call that looks at it.
  @inlinable
  static func advanceWhole(
    _ old: UnsafeMutablePointer<Self>, to new: UnsafePointer<Self>,
    into encoder: inout RecordEncoder
  ) -> Bool {
    let last = old.move()
    let next = new.pointee
    let hasChanged = encoder.encodeChange(from: last, to: next)
    // Equal values in other memory are copied too, so that they are not compared again and again.
    old.initialize(to: next)
    return hasChanged
  }
}

/// Makes a structure or an enumeration recordable, field by field and case by case.
///
/// Every stored property and every associated value must be recordable itself. Computed and static
/// properties are left out, as are constants that are given their value where they are declared.
///
/// The value that a property is given where it is declared, or an associated value's default, is
/// what it has in the replay of a log that was recorded before it was added.
@attached(member, conformances: Recordable, names: named(recordedHistory), named(recordChange))
@attached(
  extension, conformances: Recordable,
  names: named(describe), named(record), named(init), named(recordChange))
public macro Recordable() =
  #externalMacro(module: "ComposableArchitectureMacros", type: "RecordableMacro")

/// Declares the name of a stored property or a case of a `@Recordable` type in older logs.
///
///     @RecordedAs("number") var count = 0
///
/// May be given several times. The names of types need no mark: types are identified by their position.
@attached(peer)
public macro RecordedAs(_ name: String) =
  #externalMacro(module: "ComposableArchitectureMacros", type: "RecordedAsMacro")

/// Declares the conversion of a stored property from an earlier one.
///
///     @RecordedAs("count", converting: { (old: Int) in Double(old) }) var count = 0.0
///
/// The conversion must give the same for the same. A log that has the property's own name and type
/// is not converted.
@attached(peer)
public macro RecordedAs<Old: Recordable, New: Recordable>(
  _ name: String, converting convert: (Old) -> New
) = #externalMacro(module: "ComposableArchitectureMacros", type: "RecordedAsMacro")
