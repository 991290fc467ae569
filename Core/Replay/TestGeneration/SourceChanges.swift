package import RecordCoding
package import RecordedValues

/// A writer of statements that reproduce a change of a recorded value: `$0.counter.count = 3`.
package struct SourceChanges {
  var source: SwiftSource
  package private(set) var lines: [String] = []
  /// Whether the statements have the same result if they run again, through a second reference to
  /// the same shared value.
  private let isRepeatable: Bool

  package init(_ source: SwiftSource) {
    self.init(source, isRepeatable: false)
  }

  private init(_ source: SwiftSource, isRepeatable: Bool) {
    self.source = source
    self.isRepeatable = isRepeatable
  }

  private var schema: Schema { source.schema }

  package mutating func change(
    _ path: String, from old: RecordedValue, to new: RecordedValue, as type: TypeReference,
    _ swift: Any.Type?
  ) {
    guard old != new else { return }
    if let shared = swift as? any SourceReference.Type {
      return changeShared(path, from: old, to: new, as: type, shared.valueType)
    }
    switch (schema.parts(of: old, as: type), schema.parts(of: new, as: type)) {
    case (.fields(let old, let fields, _?), .fields(let new, _, _)):
      changeFields(path, from: old, to: new, as: fields, swift)
    case (.some(let old, let wrapped), .some(let new, _))
    where schema.isStructure(wrapped) && SourceTypes.takesLiteral(swift, of: type):
      change("\(path)?", from: old, to: new, as: wrapped, SourceTypes.parts(of: swift).first)
    case (.elements(let oldRows, let element, let kind), .elements(let newRows, _, _))
    where !isRepeatable && SourceTypes.takesLiteral(swift, of: type):
      let part = SourceTypes.parts(of: swift).first
      let isChanged =
        switch kind.matching {
        case .ids: changeRows(path, from: oldRows, to: newRows, as: element, part)
        case .positions: changeElements(path, from: oldRows, to: newRows, as: element, part)
        case .members: changeMembers(path, from: oldRows, to: newRows, as: element, part)
        }
      if !isChanged { assign(path, new: new, as: type, swift) }
    case (.pairs(let oldPairs, let key, let value), .pairs(let newPairs, _, _))
    where !isRepeatable && SourceTypes.takesLiteral(swift, of: type):
      let parts = SourceTypes.parts(of: swift)
      guard parts.count == 2,
        changePairs(path, oldPairs, newPairs, (key, parts[0]), (value, parts[1]))
      else { return assign(path, new: new, as: type, swift) }
    default:
      assign(path, new: new, as: type, swift)
    }
  }

  private mutating func assign(
    _ path: String, new: RecordedValue, as type: TypeReference, _ swift: Any.Type?
  ) {
    add("\(path) = \(source.expression(new, as: type, swift))")
  }

  private mutating func changeShared(
    _ path: String, from old: RecordedValue, to new: RecordedValue, as type: TypeReference,
    _ swift: Any.Type
  ) {
    var changes = SourceChanges(source, isRepeatable: true)
    changes.change("$0", from: old, to: new, as: type, swift)
    source = changes.source
    let canThrow = changes.lines.contains { $0.hasPrefix("try ") || $0.contains("try recorded(") }
    let head = "\(canThrow ? "try " : "")\(path).withLock {"
    if changes.lines.count == 1 {
      add("\(head) \(changes.lines[0]) }")
    } else {
      lines += [head] + changes.lines.map { "  \($0)" } + ["}"]
    }
  }

  private mutating func add(_ line: String) { lines.append(line) }

  /// Sets inaccessible fields from the text that logs print.
  private mutating func changeFields(
    _ path: String, from old: [RecordedValue], to new: [RecordedValue], as fields: [RecordField],
    _ swift: Any.Type?
  ) {
    let form = source.types.form(of: swift)
    for (index, field) in fields.enumerated() where old[index] != new[index] {
      let name = field.name ?? "\(index)"
      if let form, form.settable.contains(name), form.types.first?.count == fields.count {
        source.use(form.type)
        let type = form.types[0][index]
        let member = type is any SourceReference.Type ? "$\(name)" : name.asMemberName
        change("\(path).\(member)", from: old[index], to: new[index], as: field.type, type)
      } else {
        let text = ValueText(schema: schema).text(of: new[index], as: field.type)
        add("try \(path).setRecorded(\(name.quoted), to: \(text.quoted))")
      }
    }
  }

  /// The number of statements above which a list is easier to read as a whole.
  private static let maxStatements = 12

  /// Writes which rows were removed, inserted, moved or changed. Returns whether that is possible.
  private mutating func changeRows(
    _ path: String, from old: [RecordedValue], to new: [RecordedValue],
    as element: TypeReference, _ swift: Any.Type?
  ) -> Bool {
    guard !new.isEmpty, let form = source.types.form(of: swift),
      let (idField, idType) = schema.idField(of: element),
      case .structure(let fields) = schema.definition(of: element)?.kind,
      form.types.first?.count == fields.count
    else { return false }
    let idSwift = form.types[0][idField]
    let oldIDs = old.compactMap { schema.id(of: $0, as: element) }
    let newIDs = new.compactMap { schema.id(of: $0, as: element) }
    let (oldSet, newSet) = (Set(oldIDs), Set(newIDs))
    guard oldSet.count == old.count, newSet.count == new.count else { return false }
    var statements = SourceChanges(source)
    var present = oldIDs
    for id in oldIDs where !newSet.contains(id) {
      let text = statements.source.expression(id, as: idType, idSwift)
      statements.add("\(path).remove(id: \(text))")
      present.removeAll { $0 == id }
    }
    for (index, id) in newIDs.enumerated() {
      if !oldSet.contains(id) {
        let row = statements.source.expression(new[index], as: element, swift)
        statements.add(
          index == present.count ? "\(path).append(\(row))" : "\(path).insert(\(row), at: \(index))"
        )
        present.insert(id, at: index)
      } else if present[index] != id, let position = present.firstIndex(of: id) {
        // If the rows after a row moved up, that row moved down. Only the one row is moved here.
        let other = present[index]
        let target = newIDs.firstIndex(of: other).map { min($0, present.count - 1) } ?? index
        let without = present.filter { $0 != other }
        if position == index + 1, target > index + 1, without.count > target - 1,
          Array(without[index..<target]) == Array(newIDs[index..<target])
        {
          statements.add("\(path).move(fromOffsets: [\(index)], toOffset: \(target + 1))")
          present.remove(at: index)
          present.insert(other, at: target)
        } else {
          statements.add("\(path).move(fromOffsets: [\(position)], toOffset: \(index))")
          present.remove(at: position)
          present.insert(id, at: index)
        }
      }
    }
    guard present == newIDs else { return false }
    let oldRows = Dictionary(zip(oldIDs, old)) { first, _ in first }
    for (id, row) in zip(newIDs, new) {
      guard let before = oldRows[id], before != row else { continue }
      let text = statements.source.expression(id, as: idType, idSwift)
      statements.change("\(path)[id: \(text)]?", from: before, to: row, as: element, swift)
    }
    guard statements.lines.count <= Self.maxStatements + new.count / 4 else { return false }
    adopt(statements)
    return true
  }

  /// Writes the changes of the array elements between the common prefix and the common suffix.
  private mutating func changeElements(
    _ path: String, from old: [RecordedValue], to new: [RecordedValue],
    as element: TypeReference, _ swift: Any.Type?
  ) -> Bool {
    guard !new.isEmpty else { return false }
    let prefix = zip(old, new).prefix { $0 == $1 }.count
    let limit = min(old.count, new.count) - prefix
    let suffix = zip(old.reversed(), new.reversed()).prefix(limit).prefix { $0 == $1 }.count
    let removed = old.count - suffix - prefix
    let added = Array(new[prefix..<(new.count - suffix)])
    guard max(removed, added.count) <= 3 else { return false }
    var statements = SourceChanges(source)
    if removed == added.count {
      for offset in 0..<removed {
        let index = prefix + offset
        statements.change(
          "\(path)[\(index)]", from: old[index], to: new[index], as: element, swift)
      }
    } else if removed == 0 {
      for (offset, value) in added.enumerated() {
        let text = statements.source.expression(value, as: element, swift)
        statements.add(
          suffix == 0
            ? "\(path).append(\(text))" : "\(path).insert(\(text), at: \(prefix + offset))")
      }
    } else if added.isEmpty {
      for _ in 0..<removed { statements.add("\(path).remove(at: \(prefix))") }
    } else {
      return false
    }
    adopt(statements)
    return true
  }

  private mutating func changeMembers(
    _ path: String, from old: [RecordedValue], to new: [RecordedValue],
    as element: TypeReference, _ swift: Any.Type?
  ) -> Bool {
    let (oldSet, newSet) = (Set(old), Set(new))
    let (gone, added) = (old.filter { !newSet.contains($0) }, new.filter { !oldSet.contains($0) })
    guard !new.isEmpty, gone.count + added.count <= 3 else { return false }
    for member in gone { add("\(path).remove(\(source.expression(member, as: element, swift)))") }
    for member in added { add("\(path).insert(\(source.expression(member, as: element, swift)))") }
    return true
  }

  private mutating func changePairs(
    _ path: String, _ old: [RecordedPair], _ new: [RecordedPair],
    _ key: (type: TypeReference, swift: Any.Type), _ value: (type: TypeReference, swift: Any.Type)
  ) -> Bool {
    let before = Dictionary(old.map { ($0.key, $0.value) }) { first, _ in first }
    let after = Dictionary(new.map { ($0.key, $0.value) }) { first, _ in first }
    let gone = old.filter { after[$0.key] == nil }
    let set = new.filter { before[$0.key] != $0.value }
    guard !new.isEmpty, gone.count + set.count <= 3 else { return false }
    for pair in gone {
      add("\(path).removeValue(forKey: \(source.expression(pair.key, as: key.type, key.swift)))")
    }
    for pair in set {
      let value = source.expression(pair.value, as: value.type, value.swift)
      let key = source.expression(pair.key, as: key.type, key.swift)
      add("\(path).updateValue(\(value), forKey: \(key))")
    }
    return true
  }

  private mutating func adopt(_ other: SourceChanges) {
    source = other.source
    lines += other.lines
  }
}

extension Schema {
  fileprivate func isStructure(_ type: TypeReference) -> Bool {
    if case .structure = definition(of: type)?.kind { true } else { false }
  }
}
