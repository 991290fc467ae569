/// How source code can write values of a recorded type: what its description tells beside the schema.
package struct SourceForm {
  /// What files other than the type's own can do with it, as `@Recordable` has read it in its source.
  struct Access: Sendable {
    let settable: Set<String>
    let initializer: [String]?
  }

  /// Whether `@Recordable` described the type; of others it is not known what their source is.
  package let isKnown: Bool
  /// The properties that can be set.
  package let settable: Set<String>
  /// The labels of an initializer that takes each recorded property and keeps it, if there is one.
  package let initializer: [String]?
  /// The types of the fields, or of the associated values of each case; nothing where it is a tuple.
  package let types: [[Any.Type?]]
  /// The type.
  package let type: Any.Type

  init(access: Access?, types: [[Any.Type?]], of type: Any.Type) {
    isKnown = access != nil
    settable = access?.settable ?? []
    initializer = access?.initializer
    self.types = types
    self.type = type
  }
}
