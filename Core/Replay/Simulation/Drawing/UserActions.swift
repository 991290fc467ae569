package import RecordedValues
package import DependencyInjection
package import Foundation
package import RecordCoding

/// A source of random actions that a user of an app could send.
///
/// An action is drawn only if the state contains what it addresses: the row, the presented feature,
/// the case of an enumeration, the button of an alert. If the part of the state that belongs to an
/// action is not certain, the action is not drawn.
///
/// Features are drawn with the same probability, however many actions they have. So are the cases
/// of a feature's actions.
package struct UserActions: Sendable {
  /// The number of draws before all actions are tried in order.
  private static let drawLimit = 16
  /// The number of times that values of an action are drawn, if the app's types reject them.
  private static let payloadLimit = 4

  let actions: ActionText
  let stateType: TypeReference
  let leaves: [ActionLeaf]
  /// The indices of leaves, by feature and by the case of the feature's actions.
  private let features: [[[Int]]]
  /// The types of the identities of rows.
  private let idTypes: Set<TypeReference>

  /// The source of the values of actions. Its pool has the values that are known before a session.
  package var values: ValueDraw
  /// The elements that users pushed on stacks in logs, by their types.
  package var pushed: [TypeReference: [RecordedValue]] = [:]

  /// Creates a source of an app's actions.
  package init(_ actions: ActionText, stateType: TypeReference, now: Date) {
    self.actions = actions
    self.stateType = stateType
    let schema = actions.schema
    values = ValueDraw(schema: schema, now: now)
    let stateTypes = schema.types(within: stateType)
    let idTypes = Set(
      stateTypes.compactMap { type -> TypeReference? in
        guard case .list(let kind, let element) = type, kind.isOrdered else { return nil }
        return schema.idType(of: element)
      })
    let leaves = actions.catalog.entries.compactMap {
      ActionLeaf(
        $0, of: actions.type, in: schema, stateType: stateType, stateTypes: stateTypes
      ) { $0.type == .indices || Self.hasIdentity($0, among: idTypes) }
    }
    self.idTypes = idTypes
    self.leaves = leaves
    features = Self.features(of: leaves)
  }

  /// Creates a source of the actions of an app's types.
  package init<State: Recordable, Action: Recordable>(
    state: State.Type, action: Action.Type, now: Date
  ) {
    let builder = SchemaBuilder()
    let stateType = builder.reference(to: State.self)
    let actionType = builder.reference(to: Action.self)
    let schema = builder.schema
    self.init(
      ActionText(
        schema: schema, type: actionType, rowIdentities: builder.rowIdentities,
        rejectedCases: builder.rejectedCases),
      stateType: stateType, now: now)
  }

  /// The paths of all actions that can be drawn in some state.
  package var paths: [String] { leaves.map(\.path) }

  /// The paths of the pushes that no log shows, and that are therefore not drawn.
  package var unknownPushes: Set<String> {
    let unknown = leaves.filter { leaf in
      guard case .push(_, let element) = leaf.content else { return false }
      return pushed[element]?.isEmpty ?? true
    }
    return Set(unknown.map(\.path))
  }

  /// Groups leaves in the order of the catalog, which is the same in each process.
  private static func features(of leaves: [ActionLeaf]) -> [[[Int]]] {
    var places: [String: (index: Int, choices: [Int: Int])] = [:]
    var features: [[[Int]]] = []
    for (index, leaf) in leaves.enumerated() {
      var place = places[leaf.feature] ?? (features.count, [:])
      if place.index == features.count { features.append([]) }
      if let choice = place.choices[leaf.choice] {
        features[place.index][choice].append(index)
      } else {
        place.choices[leaf.choice] = features[place.index].count
        features[place.index].append([index])
      }
      places[leaf.feature] = place
    }
    return features
  }
}

extension UserActions {
  /// Draws an action that is possible in a state, and returns it with its path.
  ///
  /// The state is requested only if the action depends on it, and then once. Returns `nil` if
  /// `isExcluded` excludes the paths of all possible actions.
  ///
  /// `isDecodable` returns whether the app's types accept an action, because they can have rules
  /// that the schema does not have. The last action that it receives is the drawn one.
  package func draw(
    in state: () -> RecordedValue, excluding isExcluded: (String) -> Bool,
    _ generator: inout SeededGenerator, isDecodable: (RecordedValue) -> Bool
  ) -> (value: RecordedValue, path: String)? {
    guard !leaves.isEmpty else { return nil }
    var known: RecordedValue?
    func value(
      of leaf: ActionLeaf, _ generator: inout SeededGenerator
    ) -> (value: RecordedValue, path: String)? {
      guard !isExcluded(leaf.path) else { return nil }
      return action(of: leaf, in: state, &known, &generator, isDecodable).map { ($0, leaf.path) }
    }
    for _ in 0..<Self.drawLimit {
      let feature = features[generator.index(below: features.count)]
      let choice = feature[generator.index(below: feature.count)]
      let leaf = leaves[choice[generator.index(below: choice.count)]]
      if let drawn = value(of: leaf, &generator) { return drawn }
    }
    let start = generator.index(below: leaves.count)
    for offset in leaves.indices {
      let leaf = leaves[(start + offset) % leaves.count]
      if let drawn = value(of: leaf, &generator) { return drawn }
    }
    return nil
  }

  /// Draws the action at an index of `paths`. Returns `nil` if it is not possible in the state.
  func draw(
    at index: Int, in state: () -> RecordedValue, _ generator: inout SeededGenerator,
    isDecodable: (RecordedValue) -> Bool
  ) -> RecordedValue? {
    var known: RecordedValue?
    return action(of: leaves[index], in: state, &known, &generator, isDecodable)
  }

  /// Draws the values of an action. Requests the state only if they depend on it, and `known` has
  /// none.
  private func action(
    of leaf: ActionLeaf, in state: () -> RecordedValue, _ known: inout RecordedValue?,
    _ generator: inout SeededGenerator, _ isDecodable: (RecordedValue) -> Bool
  ) -> RecordedValue? {
    if leaf.needsState || values(of: leaf, dependOnStateFor: &generator) {
      known = known ?? state()
    } else if case .constant(let action) = leaf.content {
      return wrapped(action, ids: [], leaf, if: isDecodable)
    }
    return action(of: leaf, in: known, &generator, isDecodable)
  }

  /// Returns whether the values of an action are related to values in the state. Half of the draws
  /// of texts and numbers ignore the state.
  private func values(
    of leaf: ActionLeaf, dependOnStateFor generator: inout SeededGenerator
  ) -> Bool {
    leaf.hasReferences
      || leaf.content.fields.contains { $0.type != .bool } && generator.isNext(1, in: 2)
  }

  func hasIdentity(_ field: RecordField) -> Bool { Self.hasIdentity(field, among: idTypes) }

  private static func hasIdentity(
    _ field: RecordField, among idTypes: Set<TypeReference>
  ) -> Bool {
    let type = if case .optional(let wrapped) = field.type { wrapped } else { field.type }
    guard idTypes.contains(type) else { return false }
    switch type {
    case .uuid, .named: return true
    default: return field.name == "id" || field.name?.hasSuffix("ID") == true
    }
  }

  /// Returns an action inside the cases that lead to it, starting at a number of outer cases.
  private func wrapped(
    _ action: RecordedValue, ids: [RecordedValue], within count: Int? = nil, _ leaf: ActionLeaf,
    if isDecodable: (RecordedValue) -> Bool
  ) -> RecordedValue? {
    var action = action
    var ids = ids
    for index in (0..<(count ?? leaf.steps.count)).reversed() {
      if case .row = leaf.steps[index], let id = ids.popLast() {
        action = .enumeration(case: leaf.cases[index], payload: [id, action])
      } else {
        action = .enumeration(case: leaf.cases[index], payload: [action])
      }
    }
    return isDecodable(action) ? action : nil
  }
}

// Following the path of an action in the state.
extension UserActions {
  private func action(
    of leaf: ActionLeaf, in state: RecordedValue?, _ generator: inout SeededGenerator,
    _ isDecodable: (RecordedValue) -> Bool
  ) -> RecordedValue? {
    if leaf.steps.isEmpty, !leaf.hasReferences, case .payload(let fields) = leaf.content {
      return payload(fields, of: leaf, in: state, rowCount: nil, ids: [], &generator, isDecodable)
    }
    var cursor = StateCursor(reader: actions.reader, state: { state }, type: stateType)
    var ids: [RecordedValue] = []
    var place = cursor.value()
    for (index, step) in leaf.steps.enumerated() {
      switch step {
      case .row(let type):
        guard
          let id = row(
            identifiedBy: type, at: &cursor, for: leaf.name(after: index), &generator)
        else { return nil }
        cursor.enter(rowWithID: id, of: type)
        ids.append(id)
      case .name(let name, let type, let stateType, let isGuarded):
        cursor.enter(name)
        if let stateType { cursor.prefer(stateType) }
        if isGuarded {
          guard let part = cursor.value() else { return nil }
          if let answers = answers(in: part, of: type, after: index, leaf) {
            return answers.randomElement(using: &generator)
              .flatMap { wrapped($0, ids: ids, within: index + 1, leaf, if: isDecodable) }
          }
        }
      }
      place = cursor.value() ?? place
    }
    switch leaf.content {
    case .constant(let action):
      return wrapped(action, ids: ids, leaf, if: isDecodable)
    case .pop(let type):
      guard let id = row(identifiedBy: type, at: &cursor, for: nil, &generator),
        let index = leaf.cases.last
      else { return nil }
      return wrapped(
        .enumeration(case: index, payload: [id]), ids: ids, leaf, if: isDecodable)
    case .push(let type, let elementType):
      guard let element = generator.element(of: pushed[elementType] ?? []),
        rows(identifiedBy: type, at: &cursor, for: nil) != nil, let index = leaf.cases.last
      else { return nil }
      // An identity that was used before would belong to the effects of an earlier element.
      let id = RecordedValue.signed(Int64(generator.index(below: 1_000_000)))
      guard !hasRow(id, of: type, at: &cursor, for: nil) else { return nil }
      return wrapped(
        .enumeration(case: index, payload: [id, element]), ids: ids, leaf, if: isDecodable)
    case .payload(let fields):
      return payload(
        fields, of: leaf, in: state, rowCount: rowCount(at: place, for: fields, leaf), ids: ids,
        &generator, isDecodable)
    }
  }

  private func payload(
    _ fields: [RecordField], of leaf: ActionLeaf, in state: RecordedValue?, rowCount count: Int?,
    ids: [RecordedValue], _ generator: inout SeededGenerator,
    _ isDecodable: (RecordedValue) -> Bool
  ) -> RecordedValue? {
    var values = values
    let isKnown = count != nil && fields.allSatisfy { $0.type == .indices || $0.type == .index }
    if let state, !isKnown { values.pool.add(state, as: stateType) }
    for _ in 0..<Self.payloadLimit {
      guard let payload = draw(fields, from: values, rowCount: count, &generator),
        let index = leaf.cases.last
      else { return nil }
      let action = RecordedValue.enumeration(case: index, payload: payload)
      if let action = wrapped(action, ids: ids, leaf, if: isDecodable) { return action }
    }
    return nil
  }

  /// Draws the identity of a row.
  private func row(
    identifiedBy type: TypeReference, at cursor: inout StateCursor, for name: String?,
    _ generator: inout SeededGenerator
  ) -> RecordedValue? {
    guard let list = rows(identifiedBy: type, at: &cursor, for: name) else { return nil }
    return generator.element(of: list.rows)
      .flatMap { cursor.reader.id(of: $0, as: list.type, idType: type) }
  }

  /// Returns the actions of a dialog's buttons that follow a step of a path, or `nil` if the part
  /// of the state isn't a dialog.
  func answers(
    in part: (value: RecordedValue, type: TypeReference), of type: TypeReference,
    after index: Int, _ leaf: ActionLeaf
  ) -> [RecordedValue]? {
    let schema = actions.schema
    guard schema.isDialog(part.type), schema.genericName(of: type) != "PresentationAction" else {
      return nil
    }
    let rest = leaf.cases[(index + 1)...]
    return schema.answers(in: part.value, as: part.type, of: type, cases: rest)
  }

  /// Returns the count of the list to which the indices of an action refer, if it has any.
  func rowCount(
    at place: (value: RecordedValue, type: TypeReference)?, for fields: [RecordField],
    _ leaf: ActionLeaf
  ) -> Int? {
    guard fields.contains(where: { $0.type == .indices }) else { return nil }
    return place.flatMap { actions.schema.rowCount(in: $0.value, as: $0.type, for: leaf.name) }
  }

  private func draw(
    _ fields: [RecordField], from values: ValueDraw, rowCount: Int?,
    _ generator: inout SeededGenerator
  ) -> [RecordedValue]? {
    var payload: [RecordedValue] = []
    for field in fields {
      guard let value = draw(field, from: values, rowCount: rowCount, &generator) else {
        return nil
      }
      payload.append(value)
    }
    return payload
  }

  private func draw(
    _ field: RecordField, from values: ValueDraw, rowCount: Int?,
    _ generator: inout SeededGenerator
  ) -> RecordedValue? {
    if let rowCount {
      if field.type == .indices { return Self.indices(below: rowCount, &generator) }
      if field.type == .index {
        return .signed(Int64(generator.index(below: rowCount + 1)))
      }
    }
    if hasIdentity(field) {
      // An identity that no row has would address nothing.
      guard case .optional(let type) = field.type else {
        return generator.element(of: values.pool.identities(of: field.type))
      }
      guard !generator.isNext(1, in: 4) else { return RecordedValue.none }
      return generator.element(of: values.pool.identities(of: type)).map(RecordedValue.some)
    }
    return values.draw(field.type, &generator)
  }

  /// Draws one index or several. A list without rows has none: users cannot select a missing row,
  /// and many apps trap for an index beyond the end.
  private static func indices(
    below count: Int, _ generator: inout SeededGenerator
  ) -> RecordedValue? {
    guard count > 0 else { return nil }
    let number = generator.isNext(3, in: 4) ? 1 : 1 + generator.index(below: min(count, 3))
    var indices: Set<Int> = []
    while indices.count < number { indices.insert(generator.index(below: count)) }
    return .sequence(indices.sorted().map { .signed(Int64($0)) })
  }
}

extension TypeReference {
  /// The recorded form of an `IndexSet`.
  static var indices: Self { .set(index) }
  static var index: Self { .signed(bits: 64) }
}
