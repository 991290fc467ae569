import RecordedValues
import RecordCoding

/// An action without its values: the cases that lead to it, and the parts of the state that it
/// requires.
struct ActionLeaf: Sendable {
  /// A case on the path.
  enum Step: Sendable {
    /// A case that contains an action of a type. `state` is the type of the feature's state, if its
    /// name follows from the action's. If `isGuarded` is set, the part of the state must exist.
    case name(String, action: TypeReference, state: TypeReference?, isGuarded: Bool)
    case row(id: TypeReference)
  }

  enum Content: Sendable {
    /// An action that is the same each time.
    case constant(RecordedValue)
    /// The identity of an element, which is popped together with the elements after it.
    case pop(id: TypeReference)
    /// An element of a stack, with a new identity. Only elements in logs are pushed.
    case push(id: TypeReference, element: TypeReference)
    case payload([RecordField])

    /// The values that are drawn.
    var fields: [RecordField] { if case .payload(let fields) = self { fields } else { [] } }
  }

  let path: String
  /// The name of the last case.
  let name: String
  /// The indices of all cases. There is one more case than there are steps.
  let cases: [Int]
  let steps: [Step]
  let content: Content
  /// Whether values of the action refer to rows by their identities or indices.
  let hasReferences: Bool
  /// The feature that the action belongs to, and the case of the feature's actions.
  let feature: String
  let choice: Int

  /// Returns the name of the case that follows a step, or `nil` if a row follows.
  func name(after index: Int) -> String? {
    guard index + 1 < steps.count else { return name }
    guard case .name(let name, _, _, _) = steps[index + 1] else { return nil }
    return name
  }

  /// Whether the path can be followed only in the state.
  var needsState: Bool {
    switch content {
    case .pop, .push: return true
    case .constant, .payload: break
    }
    return steps.contains { step in
      switch step {
      case .row: true
      case .name(_, _, _, let isGuarded): isGuarded
      }
    }
  }
}

extension ActionLeaf {
  /// Creates a leaf. Returns `nil` for an action that no user sends.
  init?(
    _ entry: ActionCatalog.Entry, of type: TypeReference, in schema: Schema,
    stateType: TypeReference, stateTypes: Set<TypeReference>,
    isReference: (RecordField) -> Bool
  ) {
    var place = StatePlace(schema: schema, type: stateType)
    var type = type
    var steps: [Step] = []
    var feature = ""
    var path = ""
    var choice = 0
    for (depth, index) in entry.cases.enumerated() {
      guard let cases = schema.cases(of: type) else { return nil }
      let element = cases[index]
      if depth == 0 || schema.isFeature(type, stateTypes) { (feature, choice) = (path, index) }
      path += path.isEmpty ? element.name : ".\(element.name)"
      guard depth < entry.cases.count - 1 else {
        // The path ends here because it leads back to a type that contains it.
        guard !schema.isRow(element), !schema.isStep(element),
          let content = Self.content(of: element, at: index, in: type, schema)
        else { return nil }
        self.init(
          path: entry.path, name: element.name, cases: entry.cases, steps: steps,
          content: content, hasReferences: content.fields.contains(where: isReference),
          feature: feature, choice: choice)
        return
      }
      if schema.isRow(element) {
        steps.append(.row(id: element.payload[0].type))
        place.enterRow()
        type = element.payload[1].type
      } else {
        guard schema.isUserAction(element, of: type) else { return nil }
        let isPresented = schema.genericName(of: type) == "PresentationAction"
        type = element.payload[0].type
        let action = schema.presentedAction(of: type) ?? type
        let state = isPresented ? nil : schema.stateType(for: action)
        let mayBeMissing = place.enter(element.name, preferring: state)
        steps.append(
          .name(
            element.name, action: type, state: state,
            isGuarded: mayBeMissing || isPresented || action != type))
      }
    }
    return nil
  }

  private static func content(
    of element: RecordCase, at index: Int, in type: TypeReference, _ schema: Schema
  ) -> Content? {
    switch schema.genericName(of: type) {
    case "StackAction":
      let types = element.payload.map(\.type)
      switch (element.name, types.count) {
      case ("popFrom", 1): return .pop(id: types[0])
      case ("push", 2): return .push(id: types[0], element: types[1])
      default: return nil
      }
    default:
      guard schema.isUserAction(element, of: type) else { return nil }
      // Older features address their rows by a labeled identity, whose list is not known.
      let types = element.payload.map { schema.definition(of: $0.type)?.name ?? "" }
      guard !types.contains(where: { $0.hasSuffix("Action") }) else { return nil }
    }
    return element.payload.isEmpty
      ? .constant(.enumeration(case: index, payload: [])) : .payload(element.payload)
  }
}

/// The types of the values at which a path may end in the state, whatever the state.
private struct StatePlace {
  private static let limit = 256

  private struct Candidate: Hashable {
    let type: TypeReference
    /// Whether some states have no such value.
    let mayBeMissing: Bool
  }

  private let schema: Schema
  private var candidates: [Candidate]

  init(schema: Schema, type: TypeReference) {
    self.schema = schema
    // The state of an app may be an enumeration, but it always exists.
    candidates = [Candidate(type: type.unwrapped, mayBeMissing: false)]
  }

  /// Follows a name like `StateCursor`. Returns whether the value may be missing.
  mutating func enter(_ name: String, preferring state: TypeReference?) -> Bool {
    let named = candidates.flatMap { parts(of: $0).filter { $0.name == name }.map(\.part) }
    if !named.isEmpty {
      candidates = named.map { Candidate(type: $0.type, mayBeMissing: false) }
      return named.contains(where: \.mayBeMissing)
    }
    guard name != "presented" else { return false }
    var seen: Set<Candidate> = []
    candidates = candidates.flatMap { [$0] + parts(of: $0).map(\.part) }
      .filter { seen.insert($0).inserted }
    if candidates.count > Self.limit { candidates = [] }
    let preferred = candidates.filter { $0.type == state }
    guard !preferred.isEmpty else { return false }
    candidates = [Candidate(type: preferred[0].type, mayBeMissing: false)]
    return preferred.contains(where: \.mayBeMissing)
  }

  mutating func enterRow() {
    candidates = candidates.compactMap { candidate in
      guard let element = candidate.type.rowType else { return nil }
      return Candidate(type: schema.contentOfRow(as: element), mayBeMissing: false)
    }
  }

  private func parts(of candidate: Candidate) -> [(name: String, part: Candidate)] {
    func part(_ type: TypeReference, isCase: Bool) -> Candidate {
      var mayBeMissing = candidate.mayBeMissing || isCase
      if case .optional = type { mayBeMissing = true }
      return Candidate(type: type.unwrapped, mayBeMissing: mayBeMissing)
    }
    return switch schema.definition(of: candidate.type)?.kind {
    case .structure(let fields):
      fields.map { ($0.name ?? "", part($0.type, isCase: false)) }
    case .enumeration(let cases):
      cases.compactMap { element in
        guard element.payload.count == 1 else { return nil }
        return (element.name, part(element.payload[0].type, isCase: true))
      }
    case nil: []
    }
  }
}

extension Schema {
  /// Returns the name of a type without its module and its generic arguments.
  func genericName(of type: TypeReference) -> String? { definition(of: type)?.shortName }

  /// Returns the type of the actions that a `PresentationAction` contains.
  fileprivate func presentedAction(of type: TypeReference) -> TypeReference? {
    guard genericName(of: type) == "PresentationAction" else { return nil }
    return cases(of: type)?.first { $0.name == "presented" }?.payload.first?.type
  }

  /// Returns the type of a feature's state: `Counter.State` for `Counter.Action`.
  fileprivate func stateType(for action: TypeReference) -> TypeReference? {
    guard let name = definition(of: action)?.name, name.hasSuffix(".Action") else { return nil }
    let state = name.dropLast("Action".count) + "State"
    return types.firstIndex { $0.name == state }.map(TypeReference.named)
  }

  /// Returns whether a type has the actions of a feature, instead of wrapping them or being a
  /// value.
  fileprivate func isFeature(_ type: TypeReference, _ stateTypes: Set<TypeReference>) -> Bool {
    let wrappers = [
      "BindingAction", "IdentifiedAction", "PresentationAction", "Result", "StackAction",
      "TaskResult",
    ]
    return !stateTypes.contains(type) && !wrappers.contains(genericName(of: type) ?? "")
  }

  /// Returns whether a user can send a case. A binding sets a value that a control can edit, and
  /// that belongs to the feature itself: its children have actions of their own.
  fileprivate func isUserAction(_ element: RecordCase, of type: TypeReference) -> Bool {
    guard genericName(of: type) == "BindingAction" else { return true }
    guard let field = element.payload.first, isControlValue(field.type), element.name != "id",
      !element.name.hasSuffix("_id"), let name = definition(of: type)?.name,
      let start = name.firstIndex(of: "<"), let end = name.lastIndex(of: ">"),
      let state = types.first(where: { $0.name == name[start..<end].dropFirst() }),
      case .structure(let fields) = state.kind
    else { return false }
    return fields.contains { field in
      guard let name = field.name, element.name.hasPrefix(name) else { return false }
      if element.name == name { return true }
      guard case .named = field.type, element.name.hasPrefix("\(name)_") else { return false }
      return definition(of: field.type)?.name.hasSuffix(".State") == false
    }
  }

  /// Returns whether a control can edit values of a type, such as a text field or a picker.
  fileprivate func isControlValue(_ type: TypeReference) -> Bool {
    switch type {
    case .bool, .signed, .unsigned, .float, .double, .string, .date: true
    case .optional(let wrapped): isControlValue(wrapped)
    case .named: cases(of: type)?.allSatisfy(\.payload.isEmpty) == true
    default: false
    }
  }
}
