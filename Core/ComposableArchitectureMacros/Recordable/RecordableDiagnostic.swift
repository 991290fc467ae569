import SwiftDiagnostics

/// An error about a use of `@Recordable` that cannot be expanded.
enum RecordableDiagnostic: Sendable {
  /// A conversion is given for a case.
  case convertedCase
  /// What has a former name is neither a stored property nor a case.
  case misplacedFormerName
  /// The type is neither a structure nor an enumeration; the keyword says what it is.
  case notAValue(keyword: String)
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

extension RecordableDiagnostic: MacroDiagnostic {
  var identifier: String {
    switch self {
    case .convertedCase: "recordable.convertedCase"
    case .misplacedFormerName: "recordable.misplacedFormerName"
    case .notAValue: "recordable.notAValue"
    case .overload: "recordable.overload"
    case .unavailable: "recordable.unavailable"
    case .conditional: "recordable.conditional"
    case .wrapper: "recordable.wrapper"
    case .lazy: "recordable.lazy"
    case .function: "recordable.function"
    case .existential: "recordable.existential"
    case .tupleProperty: "recordable.tupleProperty"
    case .parameterPack: "recordable.parameterPack"
    }
  }

  var message: String {
    switch self {
    case .convertedCase:
      """
      a case cannot be converted: '@RecordedAs' gives it a former name only; convert older logs \
      with a migration of the app
      """
    case .misplacedFormerName:
      "'@RecordedAs' can only be applied to a stored property or a case, one at a time"
    case .notAValue(let keyword):
      """
      '@Recordable' can only be applied to a struct or an enum, not to \(keyword.withArticle): \
      a log holds values, not references
      """
    case .overload(let name):
      """
      '@Recordable' cannot tell two cases named '\(name)' apart: a log names a case without its \
      labels; rename one of them
      """
    case .unavailable(let name):
      "'@Recordable' cannot read back the unavailable case '\(name)': remove the case"
    case .conditional:
      """
      '@Recordable' cannot record what is within '#if': logs of different builds could not be \
      compared; move the declaration out of '#if'
      """
    case .wrapper(let attribute):
      """
      a property with a wrapper cannot be recorded: remove '@\(attribute)', or write the \
      conformance to 'Recordable' by hand
      """
    case .lazy(let name):
      """
      a lazy property cannot be recorded: make '\(name)' a computed property, or one that is \
      stored from the start
      """
    case .function:
      "a function cannot be recorded: keep a value that says what to do instead"
    case .existential("any Error"):
      """
      an error of any type cannot be recorded: hold it in a 'Result', or keep a 'RecordedError' of it
      """
    case .existential(let type):
      """
      a value of type '\(type)' cannot be recorded: name its type, or make an enum of the types \
      that it can be of
      """
    case .tupleProperty:
      "a tuple property cannot be recorded: make its type a struct that is '@Recordable'"
    case .parameterPack(let name):
      """
      '@Recordable' does not support the parameter pack '\(name)': write the conformance to \
      'Recordable' by hand
      """
    }
  }
}
