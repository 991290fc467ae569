import RecordCoding
import RecordedValues

/// A generator of simpler values of a type, the simplest first.
///
/// Simpler values have fewer rows, shorter strings, numbers nearer to 0, or earlier cases.
/// Identities and times stay as they are, since other values refer to them.
struct SimplerValues {
  /// The maximum number of elements to remove or simplify one by one.
  private static let maxElements = 16

  let schema: Schema

  /// Returns simpler forms of an action that keep its cases.
  func variants(ofAction value: RecordedValue, as type: TypeReference) -> [RecordedValue] {
    guard case .enumeration(let index, let payload) = value, let cases = schema.cases(of: type),
      cases.indices.contains(index), cases[index].payload.count == payload.count
    else { return variants(of: value, as: type) }
    let fields = cases[index].payload
    var result: [RecordedValue] = []
    for (fieldIndex, field) in fields.enumerated() {
      let isPart =
        isAction(field.type) && (schema.isStep(cases[index]) || schema.isRow(cases[index]))
      let simpler =
        isPart
        ? variants(ofAction: payload[fieldIndex], as: field.type)
        : isIdentity(field) ? [] : variants(of: payload[fieldIndex], as: field.type)
      for value in simpler {
        var changed = payload
        changed[fieldIndex] = value
        result.append(.enumeration(case: index, payload: changed))
      }
    }
    return result
  }

  private func isAction(_ type: TypeReference) -> Bool {
    guard schema.cases(of: type) != nil, let definition = schema.definition(of: type) else {
      return false
    }
    return definition.shortName.contains("Action")
  }

  private func isIdentity(_ field: RecordField) -> Bool { field.name == "id" }

  func variants(of value: RecordedValue, as type: TypeReference) -> [RecordedValue] {
    switch (type, value) {
    case (_, .bool(true)): return [.bool(false)]
    case (_, .signed(let number)): return Self.numbers(number).map { .signed($0) }
    case (_, .unsigned(let number)):
      let smaller: [UInt64] = [0, number / 2, number &- 1]
      return smaller.filter { $0 < number }.uniqued.map { .unsigned($0) }
    case (_, .double(let bits)): return Self.numbers(bits)
    case (_, .string(let text)): return Self.texts(text).map { .string($0) }
    case (_, .data(let bytes)):
      return bytes.isEmpty ? [] : [.data([]), .data(Array(bytes.prefix(bytes.count / 2)))]
    case (.optional(let wrapped), .some(let value)):
      return [.none] + variants(of: value, as: wrapped).map { .some($0) }
    case (.list(let kind, let element), .sequence(let values)):
      return lists(values, element, keepsOrder: kind.isOrdered)
    case (.dictionary, .dictionary(let pairs)):
      return Self.shorter(pairs).map { .dictionary($0) }
    case (.tuple(let fields), .product(let values)):
      return parts(values, fields).map { .product($0) }
    case (.named, .product(let values)):
      guard case .structure(let fields) = schema.definition(of: type)?.kind else { return [] }
      return parts(values, fields).map { .product($0) }
    case (.named, .enumeration(let index, let payload)):
      return cases(index, payload, type)
    default: return []
    }
  }

  private func cases(
    _ index: Int, _ payload: [RecordedValue], _ type: TypeReference
  ) -> [RecordedValue] {
    guard let cases = schema.cases(of: type), cases.indices.contains(index) else { return [] }
    let earlier = cases.indices.prefix(index).filter { cases[$0].payload.isEmpty }
    return earlier.map { .enumeration(case: $0, payload: []) }
      + parts(payload, cases[index].payload).map { .enumeration(case: index, payload: $0) }
  }

  private func parts(_ values: [RecordedValue], _ fields: [RecordField]) -> [[RecordedValue]] {
    var result: [[RecordedValue]] = []
    for (index, field) in fields.enumerated() where !isIdentity(field) && index < values.count {
      for value in variants(of: values[index], as: field.type) {
        var changed = values
        changed[index] = value
        result.append(changed)
      }
    }
    return result
  }

  private func lists(
    _ values: [RecordedValue], _ element: TypeReference, keepsOrder: Bool
  ) -> [RecordedValue] {
    var result = Self.shorter(values)
    guard keepsOrder else { return result.map { .sequence($0) } }
    for (index, value) in values.enumerated().prefix(Self.maxElements) {
      for simpler in variants(of: value, as: element) {
        var changed = values
        changed[index] = simpler
        result.append(changed)
      }
    }
    return result.map { .sequence($0) }
  }

  private static func shorter<Element>(_ values: [Element]) -> [[Element]] {
    guard !values.isEmpty else { return [] }
    var result: [[Element]] = [[]]
    if values.count > 1 {
      result.append(Array(values.prefix(values.count / 2)))
      result.append(Array(values.suffix(values.count / 2)))
    }
    if values.count > 2 {
      for index in values.indices.reversed().prefix(maxElements) {
        var rest = values
        rest.remove(at: index)
        result.append(rest)
      }
    }
    return result
  }

  private static func numbers(_ number: Int64) -> [Int64] {
    guard number != 0 else { return [] }
    let nearer = [0, number / 2, number - number.signum()].uniqued.filter { $0 != number }
    return nearer + (number < 0 && number > .min ? [-number] : [])
  }

  private static func numbers(_ bits: UInt64) -> [RecordedValue] {
    let number = Double(bitPattern: bits)
    guard number.isFinite, number != 0 else { return [] }
    let nearer = [0, number.rounded(.towardZero), (number / 2).rounded(.towardZero)]
    return nearer.uniqued.filter { abs($0) < abs(number) }.map { .double(bits: $0.bitPattern) }
  }

  /// Returns shorter strings, then one of the same length that repeats a single letter.
  private static func texts(_ text: String) -> [String] {
    let characters = Array(text)
    guard !characters.isEmpty else { return [] }
    var result = [""]
    var length = characters.count / 2
    while length > 0 {
      result.append(String(characters.prefix(length)))
      let rest = characters.count - length
      guard rest > 1 else { break }
      length = characters.count - rest / 2
    }
    result.append(String(characters.dropFirst()))
    let plain = String(repeating: "a", count: characters.count)
    if plain != text { result.append(plain) }
    return result.uniqued.filter { $0 != text }
  }
}

extension Array where Element: Hashable {
  fileprivate var uniqued: [Element] {
    var seen: Set<Element> = []
    return filter { seen.insert($0).inserted }
  }
}
