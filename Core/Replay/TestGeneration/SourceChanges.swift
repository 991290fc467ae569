import CaseKeyPaths
package import RecordCoding
package import RecordedValues

/// A writer of statements that reproduce a change of a recorded value: `$0.counter.count = 3`.
///
/// A statement names only the part that changes.
package struct SourceChanges {
  var source: SwiftSource
  package private(set) var lines: [String] = []
  /// Whether the statements have the same result if they run again, through a second reference to
  /// the same shared value.
  let isRepeatable: Bool

  package init(_ source: SwiftSource) {
    self.init(source, isRepeatable: false)
  }

  init(_ source: SwiftSource, isRepeatable: Bool) {
    self.source = source
    self.isRepeatable = isRepeatable
  }

  var schema: Schema { source.schema }

  /// Writes the change of a state, beginning with its shared values: new references may lead to
  /// new parts of them.
  package mutating func changeState(
    from old: RecordedValue, to new: RecordedValue, as type: TypeReference, _ swift: Any.Type,
    sharing properties: SharedProperties
  ) {
    let covered = source.references.covered
    for property in properties.all {
      if let old = property.value(in: old), let new = property.value(in: new) {
        change(
          property.source, from: old, to: new, as: property.type, property.reference,
          at: property.place)
      }
      source.references.covered.insert(property.place)
    }
    change("$0", from: old, to: new, as: type, swift)
    source.references.covered = covered
  }

  /// Writes the change of the value at a source path. `place` is its path in the state.
  mutating func change(
    _ path: String, from old: RecordedValue, to new: RecordedValue, as type: TypeReference,
    _ swift: Any.Type?, at place: String = ""
  ) {
    guard old != new, !changePart(path, from: old, to: new, as: type, swift, at: place) else {
      return
    }
    add("\(path) = \(source.expression(new, as: type, swift, at: place))")
  }

  /// Writes the change of the value of an element, which is `nil` if there is no such element.
  mutating func changeElement(
    _ path: String, from old: RecordedValue, to new: RecordedValue, as type: TypeReference,
    _ swift: Any.Type?, at place: String = ""
  ) {
    guard old != new, !changePart("\(path)?", from: old, to: new, as: type, swift, at: place) else {
      return
    }
    add("\(path) = \(source.expression(new, as: type, swift, at: place))")
  }

  /// Writes the change of a part. Returns `false` if the whole value must be assigned.
  private mutating func changePart(
    _ path: String, from old: RecordedValue, to new: RecordedValue, as type: TypeReference,
    _ swift: Any.Type?, at place: String
  ) -> Bool {
    if let shared = swift as? any SourceReference.Type {
      changeShared(path, from: old, to: new, as: type, shared.valueType, at: place)
      return true
    }
    switch (schema.parts(of: old, as: type), schema.parts(of: new, as: type)) {
    case (.fields(let oldFields, let fields, _?), .fields(let newFields, _, _)):
      if replaces(oldFields, with: newFields, of: fields, new, as: type, swift) { return false }
      changeFields(path, from: oldFields, to: newFields, as: fields, swift, at: place)
      return true
    case (.payload(let old, let element, let index), .payload(let new, _, let newIndex))
    where index == newIndex:
      return changeCase(path, from: old, to: new, of: element, at: index, swift, place)
    case (.some(let old, let wrapped), .some(let new, _))
    where SourceTypes.takesLiteral(swift, of: type):
      let part = SourceTypes.parts(of: swift).first
      return changePart("\(path)?", from: old, to: new, as: wrapped, part, at: place)
    case (.elements(let oldRows, let element, let kind), .elements(let newRows, _, _)):
      if let stack = swift as? any SourceStack.Type {
        return changeStack(path, from: oldRows, to: newRows, as: element, stack.elementType, place)
      }
      guard SourceTypes.takesLiteral(swift, of: type) else { return false }
      let part = SourceTypes.parts(of: swift).first
      return switch kind.matching {
      case .ids: changeRows(path, from: oldRows, to: newRows, as: element, swift, at: place)
      case .positions:
        changeElements(path, from: oldRows, to: newRows, as: element, part, at: place)
      case .members: changeMembers(path, from: oldRows, to: newRows, as: element, part)
      }
    case (.pairs(let oldPairs, let key, let value), .pairs(let newPairs, _, _)):
      let parts = SourceTypes.parts(of: swift)
      guard parts.count == 2, SourceTypes.takesLiteral(swift, of: type) else { return false }
      return changePairs(path, oldPairs, newPairs, (key, parts[0]), (value, parts[1]))
    default:
      return false
    }
  }

  private mutating func changeShared(
    _ path: String, from old: RecordedValue, to new: RecordedValue, as type: TypeReference,
    _ swift: Any.Type, at place: String
  ) {
    guard !source.references.covered.contains(place) else { return }
    let isRepeatable = !source.references.single.contains(place)
    _ = addClosure("\(path).withLock", isRepeatable: isRepeatable) { changes in
      changes.change("$0", from: old, to: new, as: type, swift, at: place)
      return true
    }
  }

  /// Writes the change of a part of a case's value, if its type has case paths.
  private mutating func changeCase(
    _ path: String, from old: [RecordedValue], to new: [RecordedValue], of element: RecordCase,
    at index: Int, _ swift: Any.Type?, _ place: String
  ) -> Bool {
    guard old.count == 1, new.count == 1, swift is any CasePathable.Type,
      let form = source.types.form(of: swift), form.types.indices.contains(index)
    else { return false }
    let payload = element.payload
    let place = payload.path(of: 0, in: place.appending(name: element.name))
    let head = "\(path).modify(\\.\(element.name.asMemberName))"
    return addClosure(head, isRepeatable: isRepeatable) { changes in
      changes.changePart(
        "$0", from: old[0], to: new[0], as: payload[0].type, form.types[index][0], at: place)
    }
  }

  /// Adds a call with a closure in which `$0` is a part of the state.
  private mutating func addClosure(
    _ call: String, isRepeatable: Bool, _ body: (inout SourceChanges) -> Bool
  ) -> Bool {
    var changes = SourceChanges(source, isRepeatable: isRepeatable)
    changes.source.references.depth += 1
    guard body(&changes) else { return false }
    source = changes.source
    source.references.depth -= 1
    // Other statements change all parts.
    guard !changes.lines.isEmpty else { return true }
    let canThrow = changes.lines.contains { $0.hasPrefix("try ") || $0.contains("try recorded(") }
    let head = "\(canThrow ? "try " : "")\(call) {"
    if changes.lines.count == 1 {
      add("\(head) \(changes.lines[0]) }")
    } else {
      lines += [head] + changes.lines.map { "  \($0)" } + ["}"]
    }
    return true
  }

  /// Whether a value is replaced, because none of its changed properties can be set.
  private func replaces(
    _ old: [RecordedValue], with new: [RecordedValue], of fields: [RecordField],
    _ value: RecordedValue, as type: TypeReference, _ swift: Any.Type?
  ) -> Bool {
    guard let form = source.types.form(of: swift) else { return false }
    let changed = fields.indices.filter { old[$0] != new[$0] }
    guard changed.allSatisfy({ form.member(fields[$0].name ?? "") == nil }) else { return false }
    var source = source
    let literal = source.literal(value, as: type, swift)
    return literal.map { !$0.contains("try recorded(") } ?? false
  }

  /// Sets inaccessible fields from the text that logs print.
  private mutating func changeFields(
    _ path: String, from old: [RecordedValue], to new: [RecordedValue], as fields: [RecordField],
    _ swift: Any.Type?, at place: String
  ) {
    let form = source.types.form(of: swift)
    for (index, field) in fields.enumerated() where old[index] != new[index] {
      let name = field.name ?? "\(index)"
      if let form, let member = form.member(name), form.types.first?.count == fields.count {
        source.use(form.type)
        change(
          "\(path).\(member)", from: old[index], to: new[index], as: field.type,
          form.types[0][index], at: fields.path(of: index, in: place))
      } else {
        source.usesRecordedForm = true
        let text = ValueText(schema: schema).text(of: new[index], as: field.type)
        add("try \(path).setRecorded(\(name.quoted), to: \(text.quoted))")
      }
    }
  }

  mutating func add(_ line: String) { lines.append(line) }

  mutating func adopt(_ other: SourceChanges) {
    source = other.source
    lines += other.lines
  }
}
