/// A use of `@Recordable` that cannot be expanded.
enum RecordableMisuse: Sendable {
  /// A conversion is given for a case.
  case convertedCase
  /// What has a former name is neither a stored property nor a case.
  case misplacedFormerName
  /// The type is neither a structure nor an enumeration; the keyword says what it is.
  case notAValue(keyword: String)
  /// An enumeration has no cases, so there is no value to record.
  case noCases(name: String)
  /// The name of the case is that of a case before it.
  case overload(name: String)
  /// A case cannot be made, at least on some platform.
  case unavailable(name: String)
  /// Fields or cases depend on build flags.
  case conditional
  /// A stored property has a wrapper or another attribute that changes how it is stored.
  case wrapper(attribute: String)
  /// A stored property gets its value only when it is first asked for.
  case lazy(name: String)
  /// A stored property or an associated value is a function.
  case function
  /// A stored property or an associated value is of any type, or of any that conforms.
  case existential(type: String)
  /// A stored property is a tuple or `Void`.
  case tupleProperty
  /// A type has a parameter pack.
  case parameterPack(name: String)
}
