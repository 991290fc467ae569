package import RecordCoding
package import RecordedValues

extension SchemaResolver {
  /// Parts that the tree lacks are taken from `filling` or have their initial values. Parts that
  /// the current type lacks are ignored.
  package func value(
    of tree: RecordedTree, as type: TypeReference, filling: RecordedValue? = nil, path: String = ""
  ) throws(ResolutionError) -> RecordedValue {
    switch (type, tree) {
    case (.optional, .null):
      return .none
    case (.optional(.optional(let wrapped)), .choice(RecordedTree.nestedOptional, let fields))
    where fields.count == 1:
      return .some(
        try value(
          of: fields[0].value, as: .optional(wrapped), filling: filling?.wrapped, path: path))
    case (.optional(let wrapped), _):
      return .some(try value(of: tree, as: wrapped, filling: filling?.wrapped, path: path))
    case (.list(_, let element), .list(let trees)):
      return .sequence(try elements(trees, as: element, filling?.elements, path: path))
    case (.dictionary(let keyType, let valueType), .pairs(let pairs)):
      return .dictionary(try self.pairs(pairs, keyType, valueType, path: path))
    case (.tuple(let fields), .record(let trees)):
      return .product(
        try values(of: trees, as: fields, FieldSources(), filling?.fields, path: path))
    case (.named(let index), _):
      return try named(tree, index, filling: filling, path: path)
    default:
      guard let value = tree.primitive(as: type) else { throw misfit(tree, type, path) }
      return value
    }
  }

  private func named(
    _ tree: RecordedTree, _ index: Int, filling: RecordedValue?, path: String
  ) throws(ResolutionError) -> RecordedValue {
    let history = histories[index]
    switch (schema.types[index].kind, tree) {
    case (.structure(let fields), .record(let trees)):
      return .product(
        try values(of: trees, as: fields, FieldSources(history), filling?.fields, path: path))
    case (.enumeration(let cases), .choice(let name, let trees)):
      guard
        let index = cases.firstIndex(where: { $0.name == name })
          ?? cases.firstIndex(where: { history.formerNames[$0.name]?.contains(name) == true })
      else { throw .impossible(.caseRemoved(path: path.appending(name: name))) }
      var payloadFilling: [RecordedValue]?
      if case .enumeration(index, let values)? = filling { payloadFilling = values }
      let sources = FieldSources(history, payloadOf: cases[index].name)
      return .enumeration(
        case: index,
        payload: try values(
          of: trees, as: cases[index].payload, sources, payloadFilling,
          path: path.appending(name: name)))
    default:
      throw misfit(tree, .named(index), path)
    }
  }

  private func values(
    of trees: [RecordedTree.Field], as fields: [RecordField], _ sources: FieldSources,
    _ filling: [RecordedValue]?, path: String
  ) throws(ResolutionError) -> [RecordedValue] {
    let filling = filling?.count == fields.count ? filling : nil
    let isOnly =
      fields.count == 1 && trees.count == 1 && (fields[0].name == nil || trees[0].name == nil)
    var unlabeled = trees.indices.filter { trees[$0].name == nil }[...]
    var used: Set<Int> = []
    var result: [RecordedValue] = []
    for (index, field) in fields.enumerated() {
      let names = field.name.map { [$0] + (sources.formerNames[$0] ?? []) } ?? []
      let oldIndex =
        isOnly
        ? 0
        : (names.lazy.compactMap { name in trees.firstIndex { $0.name == name } }.first
          ?? (field.name == nil ? unlabeled.popFirst() : nil))
      let path = (field.name ?? (isOnly ? nil : "\(index)")).map(path.appending) ?? path
      if let oldIndex {
        used.insert(oldIndex)
        result.append(
          try value(of: trees[oldIndex].value, as: field.type, filling: filling?[index], path: path)
        )
        continue
      }
      let difference = SchemaDifference.fieldAdded(
        path: path, type: TypeText(schema: schema).text(of: field.type))
      guard let initial = filling?[index] ?? sources.initialValue(of: field, at: index, in: schema)
      else { throw .impossible(difference) }
      noteOnce(.fine, difference)
      result.append(initial)
    }
    for (oldIndex, tree) in trees.enumerated() where !used.contains(oldIndex) {
      let path = path.appending(name: tree.name ?? "\(oldIndex)")
      noteOnce(.risky, .fieldRemoved(path: path, type: nil))
    }
    return result
  }

  private func noteOnce(_ grade: ResolutionGrade, _ difference: SchemaDifference) {
    if !changes.contains(SchemaChange(grade, difference)) { note(grade, difference) }
  }

  private func elements(
    _ trees: [RecordedTree], as type: TypeReference, _ filling: [RecordedValue]?, path: String
  ) throws(ResolutionError) -> [RecordedValue] {
    let filling = filling?.count == trees.count ? filling : nil
    var result: [RecordedValue] = []
    for (index, tree) in trees.enumerated() {
      result.append(
        try value(of: tree, as: type, filling: filling?[index], path: "\(path)[…]"))
    }
    return result
  }

  private func pairs(
    _ pairs: [RecordedTree.Pair], _ keyType: TypeReference, _ valueType: TypeReference,
    path: String
  ) throws(ResolutionError) -> [RecordedPair] {
    var result: [RecordedPair] = []
    for pair in pairs {
      result.append(
        RecordedPair(
          key: try value(of: pair.key, as: keyType, path: path.appending(name: "keys")),
          value: try value(of: pair.value, as: valueType, path: "\(path)[…]")))
    }
    return result
  }

  private func misfit(
    _ tree: RecordedTree, _ type: TypeReference, _ path: String
  ) -> ResolutionError {
    .migration(
      path: path, expected: TypeText(schema: schema).text(of: type), found: tree.kind)
  }
}

extension RecordedTree {
  fileprivate func primitive(as type: TypeReference) -> RecordedValue? {
    switch (type, self) {
    case (.bool, .bool(let value)): .bool(value)
    case (.signed(let bits), .integer(let value)): value.fits(bits: bits) ? .signed(value) : nil
    case (.signed(let bits), .unsigned(let value)):
      Int64(exactly: value).flatMap { $0.fits(bits: bits) ? .signed($0) : nil }
    case (.unsigned(let bits), .unsigned(let value)):
      value.fits(bits: bits) ? .unsigned(value) : nil
    case (.unsigned(let bits), .integer(let value)):
      UInt64(exactly: value).flatMap { $0.fits(bits: bits) ? .unsigned($0) : nil }
    case (.double, .number(let value)): .double(bits: value.bitPattern)
    case (.double, .integer(let value)): .double(bits: Double(value).bitPattern)
    case (.float, .number(let value)): .float(bits: Float(value).bitPattern)
    case (.float, .integer(let value)): .float(bits: Float(value).bitPattern)
    case (.date, .number(let value)): .date(bits: value.bitPattern)
    case (.string, .text(let text)): .string(text)
    case (.url, .text(let text)): .url(text)
    case (.json, .text(let text)): .json(text)
    case (.data, .bytes(let bytes)): .data(bytes)
    case (.uuid, .uuid(let uuid)): .uuid(uuid)
    default: nil
    }
  }
}
