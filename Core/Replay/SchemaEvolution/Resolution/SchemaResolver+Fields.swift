import RecordCoding
import RecordedValues

extension SchemaResolver {
  /// Plans the source of each current field's value.
  func fields(
    _ old: [RecordField], _ new: [RecordField], _ sources: FieldSources, path: String, depth: Int
  ) -> [ResolutionPlan.FieldPlan] {
    let matching = FieldMatching(old, new, sources) { isAlike($0, $1) }
    let isOnly = new.count == 1
    var lastIndex = -1
    let plans = new.enumerated().map { index, field -> ResolutionPlan.FieldPlan in
      let path = (field.name ?? (isOnly ? nil : "\(index)")).map(path.appending) ?? path
      guard let match = matching.matches[index] else {
        return added(field, at: index, sources, path: path)
      }
      let oldField = old[match.index]
      if let conversion = match.conversion {
        return .from(match.index, converted(oldField, field, conversion, path: path))
      }
      if let name = field.name, let oldName = oldField.name, name != oldName {
        note(.fine, .renamed(path: path, from: oldName))
      } else if match.index < lastIndex {
        note(.fine, .fieldMoved(path: path, from: match.index, to: index))
      }
      lastIndex = max(lastIndex, match.index)
      return .from(match.index, plan(oldField.type, field.type, path: path, depth: depth + 1))
    }
    for (index, field) in old.enumerated() where !matching.used.contains(index) {
      note(
        .risky,
        .fieldRemoved(
          path: path.appending(name: field.name ?? "\(index)"),
          type: TypeText(schema: oldSchema).text(of: field.type)))
    }
    return plans
  }

  private func added(
    _ field: RecordField, at index: Int, _ sources: FieldSources, path: String
  ) -> ResolutionPlan.FieldPlan {
    let difference = SchemaDifference.fieldAdded(
      path: path, type: TypeText(schema: schema).text(of: field.type))
    guard let value = sources.initialValue(of: field, at: index, in: schema) else {
      note(.impossible, difference)
      return .impossible(difference)
    }
    note(.fine, difference)
    return .initial(value)
  }

  private func converted(
    _ old: RecordField, _ new: RecordField, _ conversion: FieldConversion, path: String
  ) -> ResolutionPlan {
    let types = SchemaBuilder()
    let argument = conversion.describe(types)
    let resolver = SchemaResolver(from: oldSchema, to: types)
    let toArgument = resolver.plan(old.type, argument, path: path, depth: 0)
    for change in resolver.changes where change.grade != .fine {
      note(change.grade, change.difference)
    }
    note(
      .fine,
      .converted(
        path: path, old: TypeText(schema: oldSchema).text(of: old.type),
        new: TypeText(schema: schema).text(of: new.type)))
    return .converted(
      ConversionPlan(
        resolver: resolver, toArgument: toArgument, argument: argument, conversion: conversion,
        result: new.type, resultSchema: schema))
  }
}

private struct FieldMatching {
  struct Match {
    let index: Int
    var conversion: FieldConversion?
  }

  private(set) var matches: [Int: Match] = [:]
  var used: Set<Int> { Set(matches.values.map(\.index)) }

  init(
    _ old: [RecordField], _ new: [RecordField], _ sources: FieldSources,
    isAlike: (TypeReference, TypeReference) -> Bool
  ) {
    // A single value may gain or lose its label.
    if old.count == 1, new.count == 1, old[0].name == nil || new[0].name == nil {
      matches[0] = Match(index: 0)
      return
    }
    let oldKeys = Self.keys(of: old)
    for (index, (key, field)) in zip(Self.keys(of: new), new).enumerated() {
      let name = field.name ?? ""
      let conversion = sources.conversions[name]?.first { conversion in
        guard let oldIndex = oldKeys.firstIndex(of: conversion.oldName) else { return false }
        // The log may be from a build that already had the converted field.
        return conversion.oldName != name || !isAlike(old[oldIndex].type, field.type)
      }
      let exists = oldKeys.contains(key)
      if let conversion, !exists || conversion.oldName == name,
        let oldIndex = oldKeys.firstIndex(of: conversion.oldName)
      {
        matches[index] = Match(index: oldIndex, conversion: conversion)
        continue
      }
      let names = [key] + (sources.formerNames[name] ?? [])
      if let oldIndex = names.lazy.compactMap({ oldKeys.firstIndex(of: $0) }).first {
        matches[index] = Match(index: oldIndex)
      }
    }
  }

  /// Returns the label of each field, or its index among the fields without a label.
  private static func keys(of fields: [RecordField]) -> [String] {
    var count = 0
    return fields.map { field in
      if let name = field.name { return name }
      defer { count += 1 }
      return "#\(count)"
    }
  }
}

extension SchemaResolver {
  func cases(
    _ old: [RecordCase], _ new: [RecordCase], _ history: TypeHistory, path: String, depth: Int
  ) -> [ResolutionPlan.CasePlan] {
    var lastIndex = -1
    var used: Set<Int> = []
    let plans = old.enumerated().map { index, oldCase -> ResolutionPlan.CasePlan in
      guard let newIndex = successor(of: oldCase.name, among: new, history) else {
        let difference = SchemaDifference.caseRemoved(path: path.appending(name: oldCase.name))
        note(.impossible, difference)
        return .impossible(difference)
      }
      used.insert(newIndex)
      let newCase = new[newIndex]
      let path = path.appending(name: newCase.name)
      if newCase.name != oldCase.name {
        note(.fine, .renamed(path: path, from: oldCase.name))
      } else if newIndex < lastIndex {
        note(.fine, .caseMoved(path: path, from: index, to: newIndex))
      }
      lastIndex = max(lastIndex, newIndex)
      let sources = FieldSources(history, payloadOf: newCase.name)
      return .to(
        newIndex, fields(oldCase.payload, newCase.payload, sources, path: path, depth: depth))
    }
    for (newIndex, newCase) in new.enumerated() where !used.contains(newIndex) {
      note(.fine, .caseAdded(path: path.appending(name: newCase.name)))
    }
    return plans
  }

  private func successor(
    of name: String, among cases: [RecordCase], _ history: TypeHistory
  ) -> Int? {
    cases.firstIndex { $0.name == name }
      ?? cases.firstIndex { history.formerNames[$0.name]?.contains(name) == true }
  }
}

/// The sources of current fields, other than old fields with the same name.
struct FieldSources {
  let formerNames: [String: [String]]
  let conversions: [String: [FieldConversion]]
  private let initialValues: [String: TypeHistory.Initial]
  private let initialPayload: [Int: TypeHistory.Initial]

  init(_ history: TypeHistory = TypeHistory()) {
    formerNames = history.formerNames
    conversions = history.conversions
    initialValues = history.initialValues
    initialPayload = [:]
  }

  init(_ history: TypeHistory, payloadOf name: String) {
    formerNames = [:]
    conversions = [:]
    initialValues = [:]
    initialPayload = history.initialPayloads[name] ?? [:]
  }

  /// Returns the value of a field that an older log lacks.
  func initialValue(
    of field: RecordField, at index: Int, in schema: Schema
  ) -> RecordedValue? {
    guard let initial = initialPayload[index] ?? field.name.flatMap({ initialValues[$0] }) else {
      if case .optional = field.type { return RecordedValue.none }
      return nil
    }
    let encoder = initial()
    guard encoder.failure == nil else { return nil }
    var decoder = RecordDecoder(encoder.bytes)
    return try? decoder.decodeValue(of: field.type, in: schema)
  }
}
