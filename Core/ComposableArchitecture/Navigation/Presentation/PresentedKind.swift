import CaseKeyPaths

/// What the types of a presented feature tell of its values, worked out once.
@usableFromInline
struct PresentedKind<State, Action> {
  private let cases: [CaseMember<State>]
  private let identifier: ((State) -> AnyHashable?)?
  private let ephemeralCases: [EphemeralCase]
  private let isEphemeral: Bool
  /// Whether any state goes away with an action that it sends.
  @usableFromInline let hasEphemeral: Bool

  /// A case of the state that goes away with the actions of some cases.
  private struct EphemeralCase {
    let state: CaseMember<State>
    let actions: [CaseMember<Action>]
  }

  @usableFromInline
  init() {
    cases = CaseMember.all(of: State.self)
    identifier = identifying(State.self)
    isEphemeral = (State.self as? any _EphemeralState.Type)?.actionType == Action.self
    let actions = CaseMember.all(of: Action.self)
    ephemeralCases = cases.compactMap { member in
      guard let type = member.valueType as? any _EphemeralState.Type else { return nil }
      return EphemeralCase(
        state: member, actions: actions.filter { $0.valueType == type.actionType })
    }
    hasEphemeral = isEphemeral || !ephemeralCases.isEmpty
  }

  /// What tells the presentation of a state from others.
  @usableFromInline
  func identity(of state: State) -> PresentationIdentity {
    guard let index = cases.firstIndex(where: { $0.contains(state) }) else {
      return PresentationIdentity(index: 0, id: identifier?(state))
    }
    return PresentationIdentity(
      index: index, id: identifier.map { $0(state) } ?? cases[index].identifier(state))
  }

  /// Whether a state goes away with an action that it sends.
  @usableFromInline
  func isDismissed(_ state: State, by action: Action) -> Bool {
    if isEphemeral { return true }
    if ephemeralCases.isEmpty { return false }
    return ephemeralCases.contains { ephemeral in
      ephemeral.state.contains(state) && ephemeral.actions.contains { $0.contains(action) }
    }
  }
}

/// A case of an enumeration, as far as presentations ask about it.
struct CaseMember<Root> {
  /// The type of the case's value.
  let valueType: Any.Type
  /// Whether a value is in the case.
  let contains: (Root) -> Bool
  /// The identity of the case's value; `nil` if it has none, or the root is in another case.
  let identifier: (Root) -> AnyHashable?

  /// The cases of a type in the order of its source; none if it is not `CasePathable`.
  static func all(of root: Root.Type) -> [CaseMember<Root>] {
    guard let type = root as? any CasePathable.Type else { return [] }
    func members<Enum: CasePathable>(_ type: Enum.Type) -> [CaseMember<Root>] {
      type.caseMembers as? [CaseMember<Root>] ?? []
    }
    return members(type)
  }
}

extension CasePathable {
  fileprivate static var caseMembers: [CaseMember<Self>] {
    guard let paths = allCasePaths as? any Sequence else { return [] }
    return paths.elements.compactMap { element in
      guard let path = element as? PartialCaseKeyPath<Self> else { return nil }
      return (type(of: path).valueType as? any MemberOfCase.Type)?.member(at: path)
    }
  }
}

extension Sequence {
  fileprivate var elements: [Any] { map { $0 } }
}

/// The place of a case, the type of whose value is known to it alone.
private protocol MemberOfCase {
  static func member<Root>(at path: PartialCaseKeyPath<Root>) -> CaseMember<Root>?
}

extension Case: MemberOfCase {
  static func member<Root>(at path: PartialCaseKeyPath<Root>) -> CaseMember<Root>? {
    guard let path = path as? CaseKeyPath<Root, Value> else { return nil }
    let casePath = AnyCasePath(path)
    let identifier = identifying(Value.self)
    return CaseMember(
      valueType: Value.self,
      contains: { casePath.extract(from: $0) != nil },
      identifier: { casePath.extract(from: $0).flatMap { identifier?($0) } })
  }
}

/// A function that gives the identity of values of a type, if they have one.
func identifying<Value>(_ type: Value.Type) -> ((Value) -> AnyHashable?)? {
  guard let type = type as? any Identifiable.Type else { return nil }
  // As `Any`, because a function's type cannot be told without that of its argument.
  func function<Element: Identifiable>(_ type: Element.Type) -> Any {
    { (element: Element) -> AnyHashable? in AnyHashable(element.id) }
  }
  return function(type) as? (Value) -> AnyHashable?
}

/// What tells one presentation from the next: the case of the state, and the identity in it.
///
/// Shared by the tasks of effects, which hand it on and never look into it: identities are compared
/// where the reducer runs, and nowhere else.
@usableFromInline
struct PresentationIdentity: Hashable, @unchecked Sendable {
  /// The place of the case among those of the state's type, or 0 for a type that has none.
  let index: Int
  /// The identity of the state or of the case's value, if it is `Identifiable`.
  let id: AnyHashable?
}

/// State that goes away with the first action it sends, as that of an alert does.
///
/// `ifLet` dismisses it when the parent has handled the action.
public protocol _EphemeralState<Action> {
  /// The actions that it can send.
  associatedtype Action

  /// The type of the actions that it can send.
  static var actionType: Any.Type { get }
}

extension _EphemeralState {
  /// The type of the actions that it can send.
  public static var actionType: Any.Type { Action.self }
}
