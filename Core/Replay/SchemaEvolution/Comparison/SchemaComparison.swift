import RecordCoding
import RecordedValues

/// A comparison of the types of two schemas that visits each pair of types once.
struct SchemaComparison {
  private struct Pair: Hashable {
    let old: Int
    let new: Int
  }

  private let old: Schema
  private let new: Schema
  /// The pairs that are being compared, or that were found equal. A recursive type leads back to
  /// one of them.
  private var assumedEqual: Set<Pair> = []

  init(old: Schema, new: Schema) {
    self.old = old
    self.new = new
  }

  mutating func difference(
    _ oldType: TypeReference, _ newType: TypeReference, path: String, depth: Int
  ) -> SchemaDifference? {
    // Deeper values cannot be recorded.
    guard depth < RecordEncoder.maximumDepth else { return nil }
    switch (oldType, newType) {
    case (.optional(let old), .optional(let new)):
      return difference(old, new, path: path, depth: depth + 1)
    case (.list(let oldKind, let old), .list(let newKind, let new)) where oldKind == newKind:
      return difference(old, new, path: "\(path)[…]", depth: depth + 1)
    case (.dictionary(let oldKey, let oldValue), .dictionary(let newKey, let newValue)):
      return difference(oldKey, newKey, path: path.appending(name: "keys"), depth: depth + 1)
        ?? difference(oldValue, newValue, path: "\(path)[…]", depth: depth + 1)
    case (.tuple(let old), .tuple(let new)):
      guard old.map(\.name) == new.map(\.name) else {
        return changed(oldType, newType, at: path)
      }
      return fieldTypes(old, new, path: path, depth: depth)
    case (.named(let oldIndex), .named(let newIndex)):
      guard assumedEqual.insert(Pair(old: oldIndex, new: newIndex)).inserted else { return nil }
      return definitions(oldType, newType, path: path, depth: depth)
    case (.json(let old), .json(let new)):
      // Only the name of the type is known.
      return old.shortTypeName == new.shortTypeName ? nil : changed(oldType, newType, at: path)
    default:
      return oldType == newType ? nil : changed(oldType, newType, at: path)
    }
  }

  private func changed(
    _ oldType: TypeReference, _ newType: TypeReference, at path: String
  ) -> SchemaDifference {
    .typeChanged(
      path: path, old: TypeText(schema: old).text(of: oldType),
      new: TypeText(schema: new).text(of: newType))
  }

  private mutating func definitions(
    _ oldType: TypeReference, _ newType: TypeReference, path: String, depth: Int
  ) -> SchemaDifference? {
    switch (old.definition(of: oldType)?.kind, new.definition(of: newType)?.kind) {
    case (.structure(let oldFields), .structure(let newFields)):
      fields(oldFields, newFields, path: path, depth: depth)
    case (.enumeration(let oldCases), .enumeration(let newCases)):
      cases(oldCases, newCases, path: path, depth: depth)
    default:
      changed(oldType, newType, at: path)
    }
  }

  private mutating func fields(
    _ oldFields: [RecordField], _ newFields: [RecordField], path: String, depth: Int
  ) -> SchemaDifference? {
    let change = NameChange(
      from: oldFields.map { $0.name ?? "" }, to: newFields.map { $0.name ?? "" })
    switch change {
    case .removed(let index):
      let field = oldFields[index]
      return .fieldRemoved(
        path: path.appending(name: field.name ?? "\(index)"),
        type: TypeText(schema: old).text(of: field.type))
    case .added(let index):
      let field = newFields[index]
      return .fieldAdded(
        path: path.appending(name: field.name ?? "\(index)"),
        type: TypeText(schema: new).text(of: field.type))
    case .moved(let from, let to):
      let name = oldFields[from].name ?? "\(from)"
      return .fieldMoved(path: path.appending(name: name), from: from, to: to)
    case nil:
      return fieldTypes(oldFields, newFields, path: path, depth: depth)
    }
  }

  private mutating func cases(
    _ oldCases: [RecordCase], _ newCases: [RecordCase], path: String, depth: Int
  ) -> SchemaDifference? {
    switch NameChange(from: oldCases.map(\.name), to: newCases.map(\.name)) {
    case .removed(let index):
      return .caseRemoved(path: path.appending(name: oldCases[index].name))
    case .added(let index):
      return .caseAdded(path: path.appending(name: newCases[index].name))
    case .moved(let from, let to):
      return .caseMoved(path: path.appending(name: oldCases[from].name), from: from, to: to)
    case nil: break
    }
    for (oldCase, newCase) in zip(oldCases, newCases) {
      let path = path.appending(name: oldCase.name)
      guard oldCase.payload.map(\.name) == newCase.payload.map(\.name) else {
        return .payloadChanged(
          path: path, old: TypeText(schema: old).text(of: oldCase.payload),
          new: TypeText(schema: new).text(of: newCase.payload))
      }
      let found = fieldTypes(oldCase.payload, newCase.payload, path: path, depth: depth)
      if let found { return found }
    }
    return nil
  }

  private mutating func fieldTypes(
    _ oldFields: [RecordField], _ newFields: [RecordField], path: String, depth: Int
  ) -> SchemaDifference? {
    let isOnly = oldFields.count == 1
    for (index, (old, new)) in zip(oldFields, newFields).enumerated() {
      let name = old.name ?? (isOnly ? nil : "\(index)")
      let path = name.map { path.appending(name: $0) } ?? path
      let found = difference(old.type, new.type, path: path, depth: depth + 1)
      if let found { return found }
    }
    return nil
  }
}

private enum NameChange {
  case removed(Int)
  case added(Int)
  case moved(from: Int, to: Int)

  init?(from old: [String], to new: [String]) {
    for index in 0..<max(old.count, new.count) {
      switch (index < old.count, index < new.count) {
      case (true, true) where old[index] == new[index]: continue
      case (true, _) where !new.contains(old[index]): self = .removed(index)
      case (_, true) where !old.contains(new[index]): self = .added(index)
      case (true, _): self = .moved(from: index, to: new.firstIndex(of: old[index]) ?? index)
      default: self = .added(index)
      }
      return
    }
    return nil
  }
}
