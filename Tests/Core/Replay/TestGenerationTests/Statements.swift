import RecordCoding
import RecordedValues
import TestGeneration

/// The source that a generated test has for changes and values.
enum Statements {
  /// Returns statements that change a value, which is `$0`.
  static func lines<Value: Recordable>(from old: Value, to new: Value) -> [String] {
    let builder = SchemaBuilder(collectsSources: true)
    let type = builder.reference(to: Value.self)
    let schema = builder.schema
    var source = SwiftSource(schema: schema, types: SourceTypes(builder))
    let (before, after) = (schema.value(of: old, as: type), schema.value(of: new, as: type))
    guard let before, let after else { return [] }
    let types = SharedTypes(
      state: type, schema: schema, fields: builder.sharedFields, supplements: builder.supplements)
    let properties = SharedProperties(of: type, Value.self, in: source)
    if let types {
      source.findReferences(
        before: KnownReferences(of: SupplementEncoder(of: old).encoded, in: before, types: types),
        after: KnownReferences(of: SupplementEncoder(of: new).encoded, in: after, types: types),
        in: properties)
    }
    var changes = SourceChanges(source)
    changes.changeState(from: before, to: after, as: type, Value.self, sharing: properties)
    return changes.lines
  }

  /// Returns an expression whose type does not depend on its context, for an app with a state.
  static func text<Value: Recordable, State: Recordable>(
    of value: Value, within state: State.Type = Bool.self
  ) throws -> String {
    let builder = SchemaBuilder(collectsSources: true)
    _ = builder.reference(to: State.self)
    let type = builder.reference(to: Value.self)
    var encoder = RecordEncoder()
    encoder.encode(value)
    var decoder = RecordDecoder(encoder.bytes)
    let recorded = try decoder.decodeValue(of: type, in: builder.schema)
    var source = SwiftSource(schema: builder.schema, types: SourceTypes(builder))
    return source.typedExpression(recorded, as: type, Value.self)
  }
}
