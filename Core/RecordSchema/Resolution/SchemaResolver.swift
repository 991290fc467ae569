package import RecordCoding

/// Makes values of an older schema into values of today's, matching fields and cases by name.
///
/// What an older log does not hold takes its declared initial value; what today's types do not have
/// is passed over. Each way from one type to another is planned once.
package final class SchemaResolver {
  struct Pair: Hashable {
    let old: Int
    let new: Int
  }

  /// The schema of the log.
  let oldSchema: Schema
  /// The schema of today's types.
  package let schema: Schema
  let histories: [TypeHistory]
  var places: [Pair: Int] = [:]
  var table: [ResolutionPlan] = []
  /// Every change that was met, in the order of today's types.
  package internal(set) var changes: [SchemaChange] = []

  /// Prepares to resolve values of an older schema; `types` has described all of today's types.
  package init(from oldSchema: Schema, to types: SchemaBuilder) {
    self.oldSchema = oldSchema
    schema = types.schema
    histories = types.histories
  }

  /// Plans the way from a type of the log to one of today.
  package func resolution(
    from old: TypeReference, to new: TypeReference
  ) -> ValueResolution {
    ValueResolution(resolver: self, plan: plan(old, new, path: "", depth: 0))
  }

  func note(_ grade: ResolutionGrade, _ difference: SchemaDifference) {
    changes.append(SchemaChange(grade, difference))
  }

  func isAlike(_ old: TypeReference, _ new: TypeReference) -> Bool {
    SchemaDifference.first(from: oldSchema, old, to: schema, new) == nil
  }

  func typeChanged(
    _ old: TypeReference, _ new: TypeReference, at path: String
  ) -> SchemaDifference {
    .typeChanged(
      path: path, old: TypeText(schema: oldSchema).text(of: old),
      new: TypeText(schema: schema).text(of: new))
  }
}

/// The way from a type of a log to one of today's.
package struct ValueResolution {
  let resolver: SchemaResolver
  let plan: ResolutionPlan

  /// Whether values stay as they are.
  package var isSame: Bool { plan.isSame }

  /// Makes a value of the log into one of today's type.
  ///
  /// What the log does not hold is taken from `filling`, where that has it, instead of from its
  /// declared initial value.
  package func resolve(
    _ value: RecordedValue, filling: RecordedValue? = nil
  ) throws(ResolutionError) -> RecordedValue {
    try resolver.resolve(value, by: plan, filling: filling)
  }
}
