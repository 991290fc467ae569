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
  /// The labels of an initializer that takes and stores every recorded property, if there is one.
  package let initializer: [String]?
  /// The types of the fields, or of the associated values of each case; `nil` for a tuple.
  package let types: [[Any.Type?]]
  package let type: Any.Type

  init(access: Access?, types: [[Any.Type?]], of type: Any.Type) {
    isKnown = access != nil
    settable = access?.settable ?? []
    initializer = access?.initializer
    self.types = types
    self.type = type
  }
}
