import CaseKeyPaths

/// What the types of a presented feature tell of its values, worked out once.
@usableFromInline
struct PresentedKind<State, Action> {
  private let states = EnumerationCases<State>()
  private let actions = EnumerationCases<Action>()
  private let identifier: ((State) -> AnyHashable?)?
  private let isEphemeral: Bool
  /// Whether any state may go away with an action that it sends.
  @usableFromInline let hasEphemeral: Bool

  @usableFromInline
  init() {
    identifier = identifying(State.self)
    isEphemeral = (State.self as? any _EphemeralState.Type)?.actionType == Action.self
    hasEphemeral = isEphemeral || states.mayHoldEphemeral
  }

  /// What tells the presentation of a state from others.
  @usableFromInline
  func identity(of state: State) -> PresentationIdentity {
    let member = states.member(of: state)
    return PresentationIdentity(
      number: member?.number ?? 0,
      id: identifier.map { $0(state) } ?? member?.identifier(state))
  }

  /// Whether a state goes away with an action that it sends.
  @usableFromInline
  func isDismissed(_ state: State, by action: Action) -> Bool {
    if isEphemeral { return true }
    guard hasEphemeral, let type = states.member(of: state)?.ephemeralActionType else {
      return false
    }
    return actions.member(of: action)?.valueType == type
  }
}

/// The cases of a type, by its case paths, or by reflection if it is an enumeration without any.
struct EnumerationCases<Root> {
  private let members: [CaseMember<Root>]
  private let isReflected: Bool

  init() {
    isReflected = !(Root.self is any CasePathable.Type) && ReflectedCase<Root>.isEnumeration
    members = CaseMember.all(of: Root.self)
  }

  /// Whether the value of a case may be state that goes away with an action.
  ///
  /// Reflection knows the type of a case's value only from a value that is in the case.
  var mayHoldEphemeral: Bool {
    isReflected || members.contains { $0.ephemeralActionType != nil }
  }

  /// The case that a value is in; `nil` if its type has no cases.
  func member(of root: Root) -> CaseMember<Root>? {
    isReflected ? CaseMember(reflecting: root) : members.first { $0.contains(root) }
  }
}

/// A case of an enumeration, as far as presentations ask about it.
struct CaseMember<Root> {
  /// The number of the case, which no other case of the type has.
  let number: Int
  /// The type of the case's value.
  let valueType: Any.Type
  /// The type of the actions with which the case's value goes away, if it does.
  let ephemeralActionType: Any.Type?
  /// Whether a value is in the case.
  let contains: (Root) -> Bool
  /// The identity of the case's value; `nil` if it has none, or the root is in another case.
  let identifier: (Root) -> AnyHashable?

  init(
    number: Int, valueType: Any.Type, contains: @escaping (Root) -> Bool,
    identifier: @escaping (Root) -> AnyHashable?
  ) {
    self.number = number
    self.valueType = valueType
    ephemeralActionType = (valueType as? any _EphemeralState.Type)?.actionType
    self.contains = contains
    self.identifier = identifier
  }

  /// Creates the case that a value is in, of an enumeration without case paths.
  init(reflecting root: Root) {
    let number = ReflectedCase.number(of: root)
    let payload = ReflectedCase.payload(of: root)
    self.init(
      number: number, valueType: payload.map { type(of: $0) } ?? Void.self,
      contains: { ReflectedCase.number(of: $0) == number },
      identifier: { _ in (payload as? any Identifiable).map { anyID(of: $0) } })
  }

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
    return paths.elements.enumerated().compactMap { number, element in
      guard let path = element as? PartialCaseKeyPath<Self> else { return nil }
      return (type(of: path).valueType as? any MemberOfCase.Type)?.member(number, at: path)
    }
  }
}

extension Sequence {
  fileprivate var elements: [Any] { map { $0 } }
}

/// The place of a case, the type of whose value is known to it alone.
private protocol MemberOfCase {
  static func member<Root>(
    _ number: Int, at path: PartialCaseKeyPath<Root>
  ) -> CaseMember<Root>?
}

extension Case: MemberOfCase {
  static func member<Root>(
    _ number: Int, at path: PartialCaseKeyPath<Root>
  ) -> CaseMember<Root>? {
    guard let path = path as? CaseKeyPath<Root, Value> else { return nil }
    let casePath = AnyCasePath(path)
    let identifier = identifying(Value.self)
    return CaseMember(
      number: number, valueType: Value.self,
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

/// The identity of a value whose type isn't known.
private func anyID(of value: some Identifiable) -> AnyHashable { AnyHashable(value.id) }

/// What tells one presentation from the next: the case of the state, and the identity in it.
///
/// Shared by the tasks of effects, which hand it on and never look into it: identities are compared
/// where the reducer runs, and nowhere else.
@usableFromInline
struct PresentationIdentity: Hashable, @unchecked Sendable {
  /// The number of the case among those of the state's type, or 0 for a type that has none.
  let number: Int
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
