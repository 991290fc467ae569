/// What the types of a presented feature tell of its values, worked out once.
@usableFromInline
struct PresentedKind<State, Action> {
  private let places: [CaseMember<State>]
  private let identifier: ((State) -> AnyHashable?)?
  private let ephemeralCases: [EphemeralCase]
  private let isEphemeral: Bool

  /// A case of the state that goes away with the actions of some cases.
  private struct EphemeralCase {
    let state: CaseMember<State>
    let actions: [CaseMember<Action>]
  }

  @usableFromInline
  init() {
    places = CaseMember.all(of: State.self)
    identifier = identifying(State.self)
    isEphemeral = (State.self as? any _EphemeralState.Type)?.actionType == Action.self
    let actions = CaseMember.all(of: Action.self)
    ephemeralCases = places.compactMap { place in
      guard let type = place.valueType as? any _EphemeralState.Type else { return nil }
      return EphemeralCase(
        state: place, actions: actions.filter { $0.valueType == type.actionType })
    }
  }

  /// What tells the presentation of a state from others.
  @usableFromInline
  func identity(of state: State) -> PresentationIdentity {
    guard let place = places.firstIndex(where: { $0.contains(state) }) else {
      return PresentationIdentity(place: 0, id: identifier?(state))
    }
    return PresentationIdentity(
      place: place, id: identifier.map { $0(state) } ?? places[place].identifier(state))
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
