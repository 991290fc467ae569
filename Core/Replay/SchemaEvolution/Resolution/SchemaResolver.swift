package import RecordCoding
package import RecordedValues

/// A converter of recorded values to the current types that matches fields and cases by name.
///
/// Parts that an older log lacks have their declared initial values. Parts that the current types
/// lack are ignored. The conversion between two types is planned once.
package final class SchemaResolver {
  struct Pair: Hashable {
    let old: Int
    let new: Int
  }

  let oldSchema: Schema
  package let schema: Schema
  let histories: [TypeHistory]
  var indices: [Pair: Int] = [:]
  var table: [ResolutionPlan] = []
  /// The changes found so far, in the order of the current types.
  package internal(set) var changes: [SchemaChange] = []

  /// Creates a resolver. `types` must have described all current types.
  package init(from oldSchema: Schema, to types: SchemaBuilder) {
    self.oldSchema = oldSchema
    schema = types.schema
    histories = types.histories
  }

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

package struct ValueResolution {
  let resolver: SchemaResolver
  let plan: ResolutionPlan

  package var isSame: Bool { plan.isSame }

  /// Parts that the log lacks come from `filling`, or else from their declared initial values.
  package func resolve(
    _ value: RecordedValue, filling: RecordedValue? = nil
  ) throws(ResolutionError) -> RecordedValue {
    try resolver.resolve(value, by: plan, filling: filling)
  }
}

extension SchemaResolver {
  func plan(
    _ old: TypeReference, _ new: TypeReference, path: String, depth: Int
  ) -> ResolutionPlan {
    // Deeper values cannot have been recorded.
    guard depth < RecordEncoder.maximumDepth else {
      return .impossible(typeChanged(old, new, at: path))
    }
    switch (old, new) {
    case (.optional(let old), .optional(let new)):
      return lift(plan(old, new, path: path, depth: depth + 1)) { .optional($0) }
    case (_, .optional(let wrapped)):
      note(.fine, typeChanged(old, new, at: path))
      return .wrapped(plan(old, wrapped, path: path, depth: depth + 1))
    case (.optional(let wrapped), _) where canUnwrap(wrapped, new):
      let difference = typeChanged(old, new, at: path)
      note(.impossible, difference)
      return .unwrapped(plan(wrapped, new, path: path, depth: depth + 1), difference)
    case (.list(let oldKind, let oldElement), .list(let newKind, let newElement))
    where oldKind != newKind && oldKind.isOrdered && newKind.isOrdered:
      note(.fine, typeChanged(old, new, at: path))
      return .sequence(plan(oldElement, newElement, path: "\(path)[…]", depth: depth + 1))
    case (.list(let oldKind, let old), .list(let newKind, let new)) where oldKind == newKind:
      return lift(plan(old, new, path: "\(path)[…]", depth: depth + 1)) { .sequence($0) }
    case (.dictionary(let oldKey, let oldValue), .dictionary(let newKey, let newValue)):
      let key = plan(oldKey, newKey, path: path.appending(name: "keys"), depth: depth + 1)
      let value = plan(oldValue, newValue, path: "\(path)[…]", depth: depth + 1)
      return key.isSame && value.isSame ? .same : .pairs(key: key, value: value)
    case (.tuple(let old), .tuple(let new)):
      let plans = fields(old, new, FieldSources(), path: path, depth: depth)
      return plans.areSame(countBefore: old.count) ? .same : .product(plans)
    case (.named(let oldIndex), .named(let newIndex)):
      return named(Pair(old: oldIndex, new: newIndex), path: path, depth: depth)
    case (.json(let old), .json(let new)) where old.shortTypeName == new.shortTypeName:
      return .same
    default:
      return old == new ? .same : primitive(old, new, path: path)
    }
  }

  private func lift(
    _ plan: ResolutionPlan, _ container: (ResolutionPlan) -> ResolutionPlan
  ) -> ResolutionPlan {
    plan.isSame ? .same : container(plan)
  }

  /// Returns whether an optional can be unwrapped. It cannot if the types are unrelated.
  private func canUnwrap(_ wrapped: TypeReference, _ new: TypeReference) -> Bool {
    switch (wrapped, new) {
    case (.named, .named), (.tuple, .tuple): true
    default: isAlike(wrapped, new)
    }
  }

  private func primitive(
    _ old: TypeReference, _ new: TypeReference, path: String
  ) -> ResolutionPlan {
    let difference = typeChanged(old, new, at: path)
    switch (old, new) {
    case (.signed(let from), .signed(let to)), (.unsigned(let from), .unsigned(let to)):
      note(from < to ? .fine : .impossible, difference)
      return .number(to: new, difference)
    case (.unsigned(let from), .signed(let to)):
      note(from < to ? .fine : .impossible, difference)
      return .number(to: new, difference)
    case (.signed, .unsigned):
      note(.impossible, difference)
      return .number(to: new, difference)
    case (.float, .double):
      note(.fine, difference)
      return .number(to: new, difference)
    default:
      note(.impossible, difference)
      return .impossible(difference)
    }
  }

  private func named(_ pair: Pair, path: String, depth: Int) -> ResolutionPlan {
    let (old, new) = (TypeReference.named(pair.old), TypeReference.named(pair.new))
    if let index = indices[pair] { return table[index].isSame ? .same : .named(index) }
    let index = table.count
    indices[pair] = index
    if isAlike(old, new) {
      table.append(.same)
      return .same
    }
    // The index is reserved before the fields are visited, because a field may have this very type.
    table.append(.named(index))
    switch (oldSchema.definition(of: old)?.kind, schema.definition(of: new)?.kind) {
    case (.structure(let oldFields), .structure(let newFields)):
      let sources = FieldSources(histories[pair.new])
      table[index] = .product(fields(oldFields, newFields, sources, path: path, depth: depth))
    case (.enumeration(let oldCases), .enumeration(let newCases)):
      table[index] = .enumeration(
        cases(oldCases, newCases, histories[pair.new], path: path, depth: depth))
    default:
      let difference = typeChanged(old, new, at: path)
      note(.impossible, difference)
      table[index] = .impossible(difference)
    }
    return .named(index)
  }
}
