package import RecordCoding
package import RecordedValues

/// The difference between a recorded step and this build, carried over to a smaller session.
///
/// In the recorded session, a step led from `before` to `expected`, and this build leads to
/// `actual`. In the smaller session, this build leads from `newBefore` to `newActual`. The value
/// that would have been recorded there is `newActual` with the same difference. It is known only if
/// this build did the same in both sessions: it left the value alone, assigned the same value, or
/// counted by the same amount. For a number, the action must show whether it was assigned or
/// counted, since 5 instead of 12 may be either.
package struct CarriedDifference {
  private let schema: Schema
  /// The strings and numbers that were simplified in actions, with their replacements.
  private let replaced: [RecordedValue: RecordedValue]
  /// The replaced values found in expected values.
  let used = UsedValues()
  private let numbers: Set<Int64>

  package init(
    schema: Schema, replaced: [RecordedValue: RecordedValue] = [:], numbers: Set<Int64> = [],
    countsByOne: Bool = true
  ) {
    self.schema = schema
    self.replaced = replaced
    self.numbers = numbers
    self.countsByOne = countsByOne
  }

  /// A value in the states of both sessions; `nil` in a state that doesn't contain it.
  package struct Values {
    var before: RecordedValue?
    var actual: RecordedValue
    var expected: RecordedValue
    var newBefore: RecordedValue?
    var newActual: RecordedValue

    package init(
      before: RecordedValue?, actual: RecordedValue, expected: RecordedValue,
      newBefore: RecordedValue?, newActual: RecordedValue
    ) {
      self.before = before
      self.actual = actual
      self.expected = expected
      self.newBefore = newBefore
      self.newActual = newActual
    }
  }

  /// Whether a number that changed by 1 was certainly counted, and does not come from a dependency.
  private let countsByOne: Bool

  private static let minNumber: UInt64 = 8

  package func expected(_ values: Values, as type: TypeReference) -> RecordedValue? {
    if values.actual == values.expected { return values.newActual }
    // This build now does what was recorded.
    if values.before == values.newBefore, values.newActual == values.expected {
      return values.newActual
    }
    switch (type, values.actual, values.expected, values.newActual) {
    case (.optional(let wrapped), .some(let actual), .some(let expected), .some(let newActual)):
      let values = Values(
        before: values.before?.wrapped, actual: actual, expected: expected,
        newBefore: values.newBefore?.wrapped, newActual: newActual)
      return self.expected(values, as: wrapped).map { .some($0) }
    case (.tuple(let fields), .product, .product, .product):
      return product(values, fields)
    case (.named, .product, .product, .product):
      guard case .structure(let fields) = schema.definition(of: type)?.kind else { return nil }
      return product(values, fields)
    case (
      .named, .enumeration(let actual, _), .enumeration(let expected, _),
      .enumeration(let newActual, _)
    ) where actual == expected && actual == newActual:
      guard let cases = schema.cases(of: type), cases.indices.contains(actual) else { return nil }
      return payload(values, cases[actual].payload, case: actual)
    case (.list(let kind, let element), .sequence, .sequence, .sequence) where kind.isOrdered:
      let hasIDs = type.rowType.flatMap { schema.idType(of: $0) } != nil
      return hasIDs ? rows(values, element) : elements(values, element)
    default: return leaf(values)
    }
  }

  // MARK: Parts

  private func product(_ values: Values, _ fields: [RecordField]) -> RecordedValue? {
    guard let parts = parts(values, fields) else { return nil }
    return .product(parts)
  }

  private func payload(
    _ values: Values, _ fields: [RecordField], case index: Int
  ) -> RecordedValue? {
    var values = values
    // The values of a different case are unrelated.
    if values.before?.caseIndex != index { values.before = nil }
    if values.newBefore?.caseIndex != index { values.newBefore = nil }
    return parts(values, fields).map { .enumeration(case: index, payload: $0) }
  }

  private func parts(_ values: Values, _ fields: [RecordField]) -> [RecordedValue]? {
    let (actual, expected) = (values.actual.fields, values.expected.fields)
    let newActual = values.newActual.fields
    guard actual.count == fields.count, expected.count == fields.count,
      newActual.count == fields.count
    else { return nil }
    var parts: [RecordedValue] = []
    for (index, field) in fields.enumerated() {
      let part = Values(
        before: values.before?.field(index), actual: actual[index], expected: expected[index],
        newBefore: values.newBefore?.field(index), newActual: newActual[index])
      guard let value = self.expected(part, as: field.type) else { return nil }
      parts.append(value)
    }
    return parts
  }

  // MARK: Leaves

  private func leaf(_ values: Values) -> RecordedValue? {
    if values.actual.number != nil, values.expected.number != nil { return number(values) }
    guard !mayFollowFromBefore(values) else { return nil }
    let isUnchanged = values.before == values.actual
    let isNewUnchanged = values.newBefore == values.newActual
    if values.newActual == values.actual || isUnchanged && isNewUnchanged {
      return renewed(values.expected)
    }
    // A value from a simplified action must occur in the expected value as it was recorded.
    guard isUnchanged == isNewUnchanged else { return nil }
    return replacement(of: values.expected)
  }

  /// Returns whether the recorded step may have derived the value from the previous one, which the
  /// smaller session lacks. The step may have left it alone, or added to it.
  private func mayFollowFromBefore(_ values: Values) -> Bool {
    guard let before = values.before, before != values.newBefore else { return false }
    switch (before, values.expected) {
    case (.string(let before), .string(let expected)):
      return before == expected || !before.isEmpty && expected.contains(before)
    case (.sequence(let before), .sequence(let expected)):
      return before == expected || !before.isEmpty && expected.starts(with: before)
    default: return before == values.expected
    }
  }

  private func renewed(_ value: RecordedValue) -> RecordedValue { replacement(of: value) ?? value }

  private func replacement(of value: RecordedValue) -> RecordedValue? {
    // Small numbers are too common to be matched with numbers in actions.
    if let number = value.number, number.magnitude < Self.minNumber { return nil }
    guard let new = replaced[value] else { return nil }
    used.values.insert(value)
    return new
  }

  /// Returns a number that the recorded step either assigned or counted from its previous value.
  ///
  /// The numbers in the action decide between the two. If they don't, the recorded step is assumed
  /// to work like this build.
  private func number(_ values: Values) -> RecordedValue? {
    guard let actual = values.actual.number, let expected = values.expected.number,
      let newActual = values.newActual.number
    else { return nil }
    guard let before = values.before?.number, let newBefore = values.newBefore?.number else {
      return actual == newActual ? renewed(values.expected) : nil
    }
    if newActual &- newBefore == expected &- before { return values.newActual }
    let counts = actual &- before == newActual &- newBefore
    guard counts || actual == newActual else { return nil }
    let step = expected &- before
    let newStep = replacement(of: .signed(step))?.number ?? step
    let given = renewed(values.expected)
    guard let counted = values.expected.with(number: newBefore &+ newStep) else { return nil }
    if given == counted { return given }
    let isCounted =
      step == 0 || countsByOne && [-1, 1].contains(step) || numbers.contains(step)
      || numbers.contains(0 &- step)
    let isGiven = numbers.contains(expected)
    if isCounted != isGiven { return isCounted ? counted : given }
    guard counts != (actual == newActual) else { return nil }
    return counts ? counted : given
  }

  // MARK: Lists

  private func elements(_ values: Values, _ element: TypeReference) -> RecordedValue? {
    let (actual, expected) = (values.actual.elements, values.expected.elements)
    let newActual = values.newActual.elements
    if actual == newActual, !mayFollowFromBefore(values) {
      return .sequence(expected.map { renewed($0) })
    }
    let (before, newBefore) = (values.before?.elements ?? [], values.newBefore?.elements ?? [])
    // Both sessions appended the same elements.
    if actual.starts(with: before), expected.starts(with: before),
      newActual.starts(with: newBefore),
      actual.dropFirst(before.count).elementsEqual(newActual.dropFirst(newBefore.count))
    {
      return .sequence(newBefore + expected.dropFirst(before.count).map { renewed($0) })
    }
    guard actual.count == expected.count, newActual.count == actual.count else { return nil }
    var result: [RecordedValue] = []
    for index in actual.indices {
      let part = Values(
        before: before.count == actual.count ? before[index] : nil, actual: actual[index],
        expected: expected[index],
        newBefore: newBefore.count == newActual.count ? newBefore[index] : nil,
        newActual: newActual[index])
      guard let value = self.expected(part, as: element) else { return nil }
      result.append(value)
    }
    return .sequence(result)
  }

  /// Returns a list whose rows are matched by identity, regardless of their positions.
  private func rows(_ values: Values, _ element: TypeReference) -> RecordedValue? {
    let actual = Rows(values.actual, element, schema)
    let expected = Rows(values.expected, element, schema)
    let newActual = Rows(values.newActual, element, schema)
    let before = values.before.map { Rows($0, element, schema) }
    let newBefore = values.newBefore.map { Rows($0, element, schema) }
    var result: [RecordedValue: RecordedValue] = [:]
    var order: [RecordedValue] = []
    for (id, row) in newActual.pairs {
      switch (actual[id], expected[id]) {
      case (let old?, let wanted?):
        let part = Values(
          before: before?[id], actual: old, expected: wanted, newBefore: newBefore?[id],
          newActual: row)
        guard let value = self.expected(part, as: element) else { return nil }
        result[id] = value
      // Only this build kept or added the row.
      case (.some, nil): continue
      case (nil, _): result[id] = row
      }
      order.append(id)
    }
    // Rows that only the recorded step added or kept follow the same rows as in the recorded step.
    for (index, (id, row)) in expected.pairs.enumerated()
    where actual[id] == nil && newActual[id] == nil {
      // A row that existed before the step must exist in the smaller session, too.
      if before?[id] != nil, newBefore?[id] == nil { continue }
      let earlier = expected.pairs[..<index].last { result[$0.0] != nil }?.0
      let position = earlier.flatMap { order.firstIndex(of: $0) }.map { $0 + 1 } ?? 0
      result[id] = newBefore?[id] ?? row
      order.insert(id, at: position)
    }
    let wanted = expected.pairs.map(\.0).filter { result[$0] != nil }
    if actual.pairs.map(\.0).filter({ expected[$0] != nil })
      != expected.pairs.map(\.0).filter({ actual[$0] != nil })
    {
      // The order differs, too, and is carried over for the remaining rows.
      let known = Set(wanted)
      var next = wanted.makeIterator()
      order = order.map { known.contains($0) ? next.next() ?? $0 : $0 }
    }
    return .sequence(order.compactMap { result[$0] })
  }

  private struct Rows {
    let pairs: [(RecordedValue, RecordedValue)]
    private let values: [RecordedValue: RecordedValue]

    init(_ value: RecordedValue, _ type: TypeReference, _ schema: Schema) {
      pairs = value.elements.map { (schema.id(of: $0, as: type) ?? $0, $0) }
      values = Dictionary(pairs, uniquingKeysWith: { first, _ in first })
    }

    subscript(id: RecordedValue) -> RecordedValue? { values[id] }
  }
}

final class UsedValues {
  var values: Set<RecordedValue> = []
}

extension RecordedValue {
  fileprivate var number: Int64? {
    switch self {
    case .signed(let number): number
    case .unsigned(let number): Int64(exactly: number)
    default: nil
    }
  }

  /// Returns a number of the same type; `nil` if the type can't represent it.
  fileprivate func with(number: Int64) -> RecordedValue? {
    if case .unsigned = self { return UInt64(exactly: number).map { .unsigned($0) } }
    return .signed(number)
  }

  fileprivate var wrapped: RecordedValue? {
    if case .some(let value) = self { value } else { nil }
  }

  fileprivate var caseIndex: Int? {
    if case .enumeration(let index, _) = self { index } else { nil }
  }

  fileprivate var fields: [RecordedValue] {
    switch self {
    case .product(let values), .enumeration(_, let values): values
    default: []
    }
  }

  fileprivate func field(_ index: Int) -> RecordedValue? {
    let fields = fields
    return fields.indices.contains(index) ? fields[index] : nil
  }

  fileprivate var elements: [RecordedValue] {
    if case .sequence(let values) = self { values } else { [] }
  }
}
