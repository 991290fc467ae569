/// The information, beyond the schema, that writing values of a type in source code requires.
package struct SourceForm {
  /// The access from other files to a type. `@Recordable` determines it from the source.
  struct Access: Sendable {
    let settable: Set<String>
    let initializer: [String]?
  }

  /// Whether `@Recordable` described the type. The source of other types is unknown.
  package let isKnown: Bool
  package let settable: Set<String>
  /// The labels of an initializer that stores each argument in the property with its name, if there
  /// is one. The other properties then have their initial values.
  package let initializer: [String]?
  /// The initial values of properties, except for optionals that are `nil` at first.
  package let initialValues: [String: TypeHistory.Initial]
  /// The names of the fields of a structure.
  package let names: [String]
  /// The types of the fields, or of the associated values of each case; `nil` for a tuple.
  package let types: [[Any.Type?]]
  package let type: Any.Type

  init(
    access: Access?, names: [String] = [], types: [[Any.Type?]],
    initialValues: [String: TypeHistory.Initial] = [:], of type: Any.Type
  ) {
    isKnown = access != nil
    settable = access?.settable ?? []
    initializer = access?.initializer
    self.names = names
    self.types = types
    self.initialValues = initialValues
    self.type = type
  }
}
