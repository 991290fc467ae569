import RecordCoding
import RecordedValues

extension SourceChanges {
  /// The number of statements above which a list is easier to read as a whole.
  private static let maxStatements = 12

  /// Writes which rows were removed, inserted, moved or changed. Returns whether that is possible.
  mutating func changeRows(
    _ path: String, from old: [RecordedValue], to new: [RecordedValue],
    as element: TypeReference, _ list: Any.Type?, at place: String
  ) -> Bool {
    guard !new.isEmpty, let identity = source.identity(ofRows: element, in: list) else {
      return false
    }
    let swift = SourceTypes.parts(of: list).first
    let oldIDs = old.compactMap { identity.id($0) }
    let newIDs = new.compactMap { identity.id($0) }
    let (oldSet, newSet) = (Set(oldIDs), Set(newIDs))
    guard oldSet.count == old.count, newSet.count == new.count else { return false }
    var statements = SourceChanges(source, isRepeatable: isRepeatable)
    var present = oldIDs
    for id in oldIDs where !newSet.contains(id) {
      let text = statements.source.expression(id, as: identity.type, identity.swift)
      statements.add("\(path).remove(id: \(text))")
      present.removeAll { $0 == id }
    }
    for (index, id) in newIDs.enumerated() {
      if !oldSet.contains(id) {
        let rowPlace = source.place(place, new[index], index, element, .identifiedArray)
        let row = statements.source.expression(new[index], as: element, swift, at: rowPlace)
        statements.add(
          index == present.count ? "\(path).append(\(row))" : "\(path).insert(\(row), at: \(index))"
        )
        present.insert(id, at: index)
      } else if present[index] != id, let position = present.firstIndex(of: id) {
        // A second move would undo the first one.
        guard !isRepeatable else { return false }
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
    for (index, (id, row)) in zip(newIDs, new).enumerated() {
      guard let before = oldRows[id], before != row else { continue }
      let text = statements.source.expression(id, as: identity.type, identity.swift)
      let rowPlace = source.place(place, row, index, element, .identifiedArray)
      statements.changeElement(
        "\(path)[id: \(text)]", from: before, to: row, as: element, swift, at: rowPlace)
    }
    guard statements.lines.count <= Self.maxStatements + new.count / 4 else { return false }
    adopt(statements)
    return true
  }

  /// Writes which elements of a stack were removed, changed or pushed. Returns whether that is
  /// possible.
  mutating func changeStack(
    _ path: String, from old: [RecordedValue], to new: [RecordedValue],
    as element: TypeReference, _ swift: Any.Type, _ place: String
  ) -> Bool {
    guard case .structure(let fields) = schema.definition(of: element)?.kind, fields.count == 2
    else { return false }
    let (oldElements, newElements) = (
      old.compactMap(\.stackElement), new.compactMap(\.stackElement)
    )
    let (oldIDs, newIDs) = (oldElements.map(\.id), newElements.map(\.id))
    let removed = oldIDs.filter { !newIDs.contains($0) }
    let kept = oldIDs.filter { newIDs.contains($0) }
    guard oldIDs.count == old.count, newIDs.count == new.count,
      kept == Array(newIDs.prefix(kept.count))
    else { return false }
    if removed.count > 1, removed == oldIDs.suffix(removed.count) {
      add("\(path).pop(from: \(removed[0]))")
    } else {
      for id in removed { add("\(path)[id: \(id)] = nil") }
    }
    for (index, (id, state)) in newElements.enumerated() {
      let elementPlace = source.place(place, new[index], index, element, .identifiedArray)
      let statePlace = fields.path(of: 1, in: elementPlace)
      if let before = oldElements.first(where: { $0.id == id }) {
        changeElement(
          "\(path)[id: \(id)]", from: before.state, to: state, as: fields[1].type, swift,
          at: statePlace)
      } else {
        let text = source.expression(state, as: fields[1].type, swift, at: statePlace)
        add("\(path)[id: \(id)] = \(text)")
      }
    }
    return true
  }

  /// Writes the changes of the array elements between the common prefix and the common suffix.
  mutating func changeElements(
    _ path: String, from old: [RecordedValue], to new: [RecordedValue],
    as element: TypeReference, _ swift: Any.Type?, at place: String
  ) -> Bool {
    guard !new.isEmpty else { return false }
    let prefix = zip(old, new).prefix { $0 == $1 }.count
    let limit = min(old.count, new.count) - prefix
    let suffix = zip(old.reversed(), new.reversed()).prefix(limit).prefix { $0 == $1 }.count
    let removed = old.count - suffix - prefix
    let added = Array(new[prefix..<(new.count - suffix)])
    guard max(removed, added.count) <= 3, !isRepeatable || removed == added.count else {
      return false
    }
    var statements = SourceChanges(source, isRepeatable: isRepeatable)
    if removed == added.count {
      for offset in 0..<removed {
        let index = prefix + offset
        statements.change(
          "\(path)[\(index)]", from: old[index], to: new[index], as: element, swift,
          at: source.place(place, new[index], index, element, .array))
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

  mutating func changeMembers(
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

  mutating func changePairs(
    _ path: String, _ old: [RecordedPair], _ new: [RecordedPair],
    _ key: (type: TypeReference, swift: Any.Type), _ value: (type: TypeReference, swift: Any.Type)
  ) -> Bool {
    let before = Dictionary(old.map { ($0.key, $0.value) }) { first, _ in first }
    let after = Dictionary(new.map { ($0.key, $0.value) }) { first, _ in first }
    let gone = old.filter { after[$0.key] == nil }
    let set = new.filter { before[$0.key] != $0.value }
    guard !new.isEmpty, gone.count + set.count <= 3 else { return false }
    // Assigning `nil` to an entry removes it, even if its value is optional.
    let isOptional = if case .optional = value.type { true } else { false }
    for pair in gone {
      add("\(path)[\(source.expression(pair.key, as: key.type, key.swift))] = nil")
    }
    for pair in set {
      let text = source.expression(pair.key, as: key.type, key.swift)
      if isOptional {
        let value = source.expression(pair.value, as: value.type, value.swift)
        add("\(path).updateValue(\(value), forKey: \(text))")
      } else if let old = before[pair.key] {
        changeElement("\(path)[\(text)]", from: old, to: pair.value, as: value.type, value.swift)
      } else {
        add("\(path)[\(text)] = \(source.expression(pair.value, as: value.type, value.swift))")
      }
    }
    return true
  }
}

extension RecordedValue {
  /// The identity and the state of an element of a stack.
  fileprivate var stackElement: (id: Int64, state: RecordedValue)? {
    guard case .product(let fields) = self, fields.count == 2, case .signed(let id) = fields[0]
    else { return nil }
    return (id, fields[1])
  }
}
