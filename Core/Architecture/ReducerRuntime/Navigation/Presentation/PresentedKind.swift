import CaseKeyPaths

/// Properties of a presented feature that depend only on its types, computed once.
@usableFromInline
struct PresentedKind<State, Action> {
  private let states = EnumerationCases<State>()
  private let actions = EnumerationCases<Action>()
  private let identifier: ((State) -> AnyHashable?)?
  private let isEphemeral: Bool
  @usableFromInline let hasEphemeral: Bool

  @usableFromInline
  init() {
    identifier = identifying(State.self)
    isEphemeral = (State.self as? any _EphemeralState.Type)?.actionType == Action.self
    hasEphemeral = isEphemeral || states.mayHoldEphemeral
  }

  @usableFromInline
  func identity(of state: State) -> PresentationIdentity {
    let member = states.member(of: state)
    return PresentationIdentity(
      number: member?.number ?? 0,
      id: identifier.map { $0(state) } ?? member?.identifier(state))
  }

  @usableFromInline
  func isDismissed(_ state: State, by action: Action) -> Bool {
    if isEphemeral { return true }
    guard hasEphemeral, let type = states.member(of: state)?.ephemeralActionType else {
      return false
    }
    return actions.member(of: action)?.valueType == type
  }
}

/// The cases of a type, found by case paths, or by reflection if an enumeration has none.
struct EnumerationCases<Root> {
  private let members: [CaseMember<Root>]
  private let isReflected: Bool

  init() {
    isReflected = !(Root.self is any CasePathable.Type) && ReflectedCase<Root>.isEnumeration
    members = CaseMember.all(of: Root.self)
  }

  // Reflection finds the type of a case's value only from a value that is in the case.
  var mayHoldEphemeral: Bool {
    isReflected || members.contains { $0.ephemeralActionType != nil }
  }

  func member(of root: Root) -> CaseMember<Root>? {
    isReflected ? CaseMember(reflecting: root) : members.first { $0.contains(root) }
  }
}

struct CaseMember<Root> {
  let number: Int
  let valueType: Any.Type
  /// The type of the actions that dismiss the case's value, or `nil` if actions don't dismiss it.
  let ephemeralActionType: Any.Type?
  let contains: (Root) -> Bool
  /// Returns the identity of the case's value, or `nil` if there is none or the case differs.
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

  init(reflecting root: Root) {
    let number = ReflectedCase.number(of: root)
    let payload = ReflectedCase.payload(of: root)
    self.init(
      number: number, valueType: payload.map { type(of: $0) } ?? Void.self,
      contains: { ReflectedCase.number(of: $0) == number },
      identifier: { _ in (payload as? any Identifiable).map { anyID(of: $0) } })
  }

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

/// A case path type, which alone knows the type of its case's value.
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

/// Returns a function for the identity of values, or `nil` if the type isn't `Identifiable`.
func identifying<Value>(_ type: Value.Type) -> ((Value) -> AnyHashable?)? {
  guard let type = type as? any Identifiable.Type else { return nil }
  // Returns `Any`, because the caller can't name the function's type with its generic parameter.
  func function<Element: Identifiable>(_ type: Element.Type) -> Any {
    { (element: Element) -> AnyHashable? in AnyHashable(element.id) }
  }
  return function(type) as? (Value) -> AnyHashable?
}

private func anyID(of value: some Identifiable) -> AnyHashable { AnyHashable(value.id) }

/// The identity of a presentation: the case of the state and the identity within it.
///
/// The `Sendable` conformance is unchecked: effect tasks only pass identities on, and identities
/// are compared only where the reducer runs.
@usableFromInline
struct PresentationIdentity: Hashable, @unchecked Sendable {
  /// The number of the state's case, or 0 if the state's type has no cases.
  let number: Int
  /// The identity of the state or of the case's value, if it is `Identifiable`.
  let id: AnyHashable?
}

/// A state that is dismissed by the first action it sends, such as an alert.
///
/// `ifLet` dismisses the state after the parent has handled the action.
public protocol _EphemeralState<Action> {
  /// The type of the actions that the state can send.
  associatedtype Action

  /// The type of the actions that the state can send.
  static var actionType: Any.Type { get }
}

extension _EphemeralState {
  /// The type of the actions that the state can send.
  public static var actionType: Any.Type { Action.self }
}
